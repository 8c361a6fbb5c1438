import { jsonrepair } from "jsonrepair"
import { readLenient, unescaped } from "../../base/lenient-json.ts"
import { parseJson } from "../../base/parse-json.ts"

/** What a model meant by a text that should be JSON; `wasRepaired` where it was none as written, `guessed` where it may mean something else. */
export type ReadJson = { value: unknown; wasRepaired: boolean; guessed: boolean }

/**
 * Reads JSON, and what models write for it: Python literals, single quotes, trailing commas, comments, line ends in
 * texts, missing closing brackets. Undefined where the meaning is not certain, or where it ends within a text: half
 * a file is never taken for a whole one.
 */
export function readJson(text: string): ReadJson | undefined {
  const plain = parseJson(text)
  if (typeof plain === "string" && /^\s*\{/.test(plain)) return readJson(plain)
  if (plain !== undefined) return { value: plain, wasRepaired: false, guessed: false }
  const bare = withoutWrapping(text)
  const lead = wordsBefore.exec(bare)?.[0] ?? ""
  const json = bare.slice(lead.length)
  if (!/^[{[]/.test(json)) return undefined
  const read = readLenient(json)
  if (read) return { ...read, wasRepaired: true, guessed: lead !== "" }
  // Where a text ends can only be guessed here: without an end it cannot be known to be whole.
  const guessed = endsInText(json) || !/[}\]]\s*$/.test(json) ? undefined : guess(withWholeEscapes(json))
  return guessed && { ...guessed, wasRepaired: true, guessed: true }
}

/** "Here are the arguments: {…}" */
const wordsBefore = /^[^{}[\]"'`]{1,200}(?=\{)/

/** A guess may say where a text ends, and never what is in it. */
function guess(text: string): { value: unknown } | undefined {
  try {
    const value = parseJson(jsonrepair(text))
    const written = unescaped(text)
    return stringsAndKeysIn(value).every((each) => written.includes(each)) ? { value } : undefined
  } catch {
    return undefined
  }
}

function stringsAndKeysIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, item]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...stringsAndKeysIn(item),
  ])
}

/** Without a fence around it, and without the empty object that some servers stream first. */
function withoutWrapping(text: string): string {
  return text
    .trim()
    .replace(/^```\w*\n([\s\S]*)\n?```$/, "$1")
    .trim()
    .replace(/^\{\s*\}\s*(?=\{)/, "")
}

/** A lone backslash is one of the text, such as that of a regular expression: it must not get lost. */
function withWholeEscapes(text: string): string {
  return text.replace(/\\(?:["'\\/bfnrt]|u[0-9a-fA-F]{4})|\\/g, (found) => (found === "\\" ? "\\\\" : found))
}

/** Whether it ends within a text: what comes after a quote tells whether the quote ends one. */
export function endsInText(json: string): boolean {
  let quote: string | null = null
  /** Where what has no quotes began, once a bracket was there. */
  let bare: number | null = null
  for (let at = 0; at < json.length; at++) {
    const character = json[at] ?? ""
    if (quote !== null) {
      if (character === "\\") at++
      else if (closing[quote] === character && isEnd(json, at + 1)) quote = null
    } else if (character in closing && (!"'`´‘".includes(character) || isBegin(json, at - 1))) quote = character
    else if (json.startsWith("//", at)) at = endOf(json, "\n", at)
    else if (json.startsWith("/*", at)) at = endOf(json, "*/", at) + 1
    else if (":,".includes(character) ? bare !== null : "{[}]".includes(character)) bare = at + 1
  }
  return quote !== null || (bare !== null && isBareText(json.slice(bare)))
}

/** Words without quotes that are no value of JSON. */
const isBareText = (end: string) =>
  /^\s*[^\s"'`´‘’“”]/.test(end) && !/^\s*(?:-?[\d.eE+-]+|true|false|null|True|False|None)\s*$/.test(end)

const closing: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "´": "´",
  "‘": "’",
  "“": "”",
}

function isEnd(json: string, from: number): boolean {
  for (let at = from; at < json.length; at++) {
    const character = json[at] ?? ""
    if (!/\s/.test(character)) return ",:}]".includes(character) || /^\/[/*]/.test(json.slice(at, at + 2))
  }
  return true
}

function isBegin(json: string, from: number): boolean {
  for (let at = from; at >= 0; at--) {
    const character = json[at] ?? ""
    if (!/\s/.test(character)) return "{[,:".includes(character)
  }
  return true
}

function endOf(json: string, mark: string, from: number): number {
  const end = json.indexOf(mark, from)
  return end === -1 ? json.length : end
}
