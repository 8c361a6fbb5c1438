import { parseSync } from "vite"

/** Words that only this project would use for these things, and what the field calls them. */
const banned: Readonly<Record<string, string>> = {
  told: "answer, row, message: what it is",
  tell: "notify, publish, emit, print",
  telling: "notifying, publishing, printing",
  hear: "receive, consume, read",
  heard: "received",
  begun: "started",
  elsewhere: "foreign, remote, imported",
  mend: "repair",
  mended: "repaired",
  mending: "repair",
  owed: "pending",
  owes: "pending",
  whoever: "owner, caller",
  nobody: "none",
  somebody: "user, person",
  breather: "yield",
  anew: "again",
  afresh: "again",
  bidden: "requested",
  house: "context",
  workshop: "context",
  ground: "context",
  grounds: "context",
  standing: "status",
  plight: "problem",
  strangers: "unauthenticated",
  takeup: "resume",
  letgo: "release",
  giveback: "release, restore",
  lane: "worker, mutex, queue",
  lanes: "workers, mutex, queue",
  deed: "outcome, action",
  breathe: "yield",
  hurry: "nudge, retry now",
}

const anyBanned = new RegExp(Object.keys(banned).join("|"), "i")

/** The identifiers of a TypeScript file that contain a banned word, but for those that are kept, as sentences. */
export function bannedNames(file: string, source: string, kept: readonly string[] = []): string[] {
  // Parsing is the slow part, and most files contain no such word at all, not even in a comment.
  if (!anyBanned.test(source)) return []
  return [...identifiersIn(file, source)].sort().flatMap((name) => {
    const word = kept.includes(name) ? undefined : bannedWordIn(name)
    return word ? [`${file}: ${name} (say ${banned[word]})`] : []
  })
}

function bannedWordIn(name: string): string | undefined {
  const words = (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
  const pairs = words.map((word, at) => word + (words[at + 1] ?? ""))
  return [...words, ...pairs].find((word) => Object.hasOwn(banned, word))
}

function identifiersIn(file: string, source: string): Set<string> {
  const names = new Set<string>()
  for (const node of nodesIn(file, source)) {
    if ("type" in node && "name" in node && /Identifier$/.test(String(node.type))) names.add(String(node.name))
  }
  return names
}

/** Phrases that no text on screen should have, and what people say. */
const bannedPhrases: Readonly<Record<string, string>> = {
  "again and again": "repeatedly",
  "over and over": "repeatedly",
  anew: "again",
  afresh: "again",
  "by nobody": "has no …",
  "it is no": "it is not",
}

const anyPhrase = new RegExp(`\\b(${Object.keys(bannedPhrases).join("|")})\\b(?! longer)`, "gi")

/** The banned phrases in the texts of a TypeScript file, as sentences. */
export function bannedTexts(file: string, source: string): string[] {
  if (source.search(anyPhrase) === -1) return []
  return [...nodesIn(file, source)]
    .flatMap((node) => textOf(node).match(anyPhrase) ?? [])
    .map((phrase) => `${file}: "${phrase}" (say ${bannedPhrases[phrase.toLowerCase()]})`)
    .sort()
}

function textOf(node: object): string {
  if (!("type" in node && "value" in node)) return ""
  if (node.type === "TemplateElement") return (node.value as { raw: string }).raw
  return ["Literal", "JSXText"].includes(String(node.type)) && typeof node.value === "string" ? node.value : ""
}

function* nodesIn(file: string, source: string): Generator<object> {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`)
  const open: unknown[] = [program]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== "object" || node === null) continue
    yield node
    open.push(...Object.values(node))
  }
}
