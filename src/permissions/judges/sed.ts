import { isLiteral, isUnknown } from "../../shell/mark.ts"
import { letters, type OptionTable, type Taken, takeOptions, words } from "../../shell/option.ts"
import type { Judge } from "../judge-context.ts"
import { combine, danger, readOnly, workspace } from "../judgement.ts"
import { reads, writes } from "./touch.ts"

/** `sed`: its script may write files and run commands, and `-i` changes what it reads. */
export const judgeSed: Judge = (args, scene) => {
  const taken = takeOptions(args, table)
  if (taken.odd) return danger("an option that is not known")
  const suffixes = valuesOf(taken, ["-i", "--in-place"])
  const { scripts, operands } = scriptsIn(taken)
  const plain = scripts.every((script) => isLiteral(script) && isPlainScript(script))
  return combine(
    plain ? readOnly() : danger("its script may write files or run commands"),
    valuesOf(taken, fileOptions).length > 0 ? workspace("its script is in a file") : readOnly(),
    suffixes.length > 0 ? writes(operands, scene) : reads(operands, scene),
    // A suffix with a slash is a backup directory.
    writes(
      suffixes.filter((suffix) => suffix.includes("/")),
      scene,
    ),
    args.some(isUnknown) ? workspace("its arguments are known only when it runs") : readOnly(),
  )
}

const scriptOptions = ["-e", "--expression"]
const fileOptions = ["-f", "--file"]

// `-l` is left out: it takes a value in GNU sed but none in BSD sed.
const table: OptionTable = {
  flags: [
    ...letters("nErsuzb"),
    ...words(`--quiet --silent --debug --regexp-extended --separate --unbuffered --null-data --posix --sandbox
      --follow-symlinks --binary --help --version`),
  ],
  values: [...scriptOptions, ...fileOptions],
  attached: ["-i", "--in-place"],
}

// Some seds take an operand before the options as the script, even with `-e`.
function scriptsIn(taken: Taken): { scripts: readonly string[]; operands: readonly string[] } {
  const given = valuesOf(taken, scriptOptions)
  const hasScriptOption = given.length > 0 || valuesOf(taken, fileOptions).length > 0
  // In BSD sed, `-i ''` is followed by the script.
  const first = taken.operands[0] === "" ? 2 : 1
  return {
    scripts: hasScriptOption && taken.leading === 0 ? given : [...given, ...taken.operands.slice(0, first)],
    operands: hasScriptOption ? taken.operands : taken.operands.slice(first),
  }
}

function valuesOf({ options }: Taken, names: readonly string[]): readonly string[] {
  return options.flatMap(({ name, value }) => (names.includes(name) ? [value ?? ""] : []))
}

/** True for scripts that only print, delete and substitute; false for anything not recognized. */
function isPlainScript(script: string): boolean {
  let rest = script
  while (rest !== "") {
    const blank = /^[\s;{}]+/.exec(rest)
    if (blank) {
      rest = rest.slice(blank[0].length)
      continue
    }
    const [where = ""] = address.exec(rest) ?? []
    const after = closesBrackets(where) ? afterCommand(rest.slice(where.length)) : undefined
    if (after === undefined) return false
    rest = after
  }
  return true
}

const place = String.raw`(?:\d+(?:~\d+)?|\$|/(?:\\.|[^/\\\n])*/[IM]*)`
const address = new RegExp(String.raw`^${place}(?:,\s*(?:[+~]\d+|${place}))?\s*!*\s*`)

function afterCommand(text: string): string | undefined {
  const simple = /^([=dDgGhHnNpPxzFlqQ]\s*\d*|[btT:]\s*[\w-]*|#[^\n]*)\s*(?=[;}\n]|$)/.exec(text)
  if (simple) return text.slice(simple[0].length)
  if (text.startsWith("{")) return text.slice(1)
  const added = /^[aic](?:[^\\\n]|\\[\s\S])*(?=\n|$)/.exec(text)
  if (added) return text.slice(added[0].length)
  const [, delimiter] = /^[sy]([/|,#@!:%_])/.exec(text) ?? []
  if (!delimiter) return undefined
  const part = `((?:\\\\[\\s\\S]|[^\\\\${delimiter}])*)`
  const [whole, pattern = ""] =
    new RegExp(`^.[${delimiter}]${part}[${delimiter}]${part}[${delimiter}]`).exec(text) ?? []
  if (whole === undefined || !closesBrackets(pattern)) return undefined
  const flags = /^[gpiImM0-9]*\s*(?=[;}\n]|$)/.exec(text.slice(whole.length))
  return flags ? text.slice(whole.length + flags[0].length) : undefined
}

// sed treats a delimiter within brackets as text: an unclosed bracket shows that the script was split wrongly.
function closesBrackets(pattern: string): boolean {
  const rest = pattern.replace(/\[\^?\]?(?:\[:[a-z]+:\]|[^\]\\[])*\]/g, "").replace(/\\[\s\S]/g, "")
  return !rest.includes("[")
}
