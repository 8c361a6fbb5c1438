import { combine, danger, readOnly, workspace } from "./judgement.ts"
import { isLiteral, isUnknown } from "./mark.ts"
import { isOption, operandsOf } from "./option.ts"
import type { Judge } from "./scene.ts"
import { reads, writes } from "./touch.ts"

/** `sed`: its script may write files and run commands, and `-i` changes what it reads. */
export const judgeSed: Judge = (args, scene) => {
  const given = scriptsOf(args)
  // `-i ''` of the BSD sed has the script behind it.
  const first = operandsOf(args)[0] === "" ? 2 : 1
  const scripts = given.length > 0 ? given : operandsOf(args).slice(0, first)
  const operands = operandsOf(args).filter((operand) => !scripts.includes(operand))
  const inPlace = args.some((argument) => /^-[a-zA-Z]*i/.test(argument) || isOption(argument, ["--in-place"]))
  const plain = scripts.every((script) => isLiteral(script) && isPlainScript(script))
  return combine(
    plain ? readOnly() : danger("its script may write files or run commands"),
    args.some((argument) => isOption(argument, ["-f", "--file"])) ? workspace("its script is in a file") : readOnly(),
    inPlace ? writes(operands, scene) : reads(operands, scene),
    args.some(isUnknown) ? workspace("its arguments are known only when it runs") : readOnly(),
    args.some((argument) => argument.startsWith("-") && isUnknown(argument)) ? danger("unknown options") : readOnly(),
  )
}

function scriptsOf(args: readonly string[]): readonly string[] {
  return args.flatMap((argument, at) => {
    if (/^-[a-zA-Z]*e$/.test(argument)) return args.slice(at + 1, at + 2)
    if (/^-[nErsuz]*e./.test(argument)) return [argument.slice(argument.indexOf("e") + 1)]
    if (isOption(argument, ["--expression"]))
      return argument.includes("=") ? [argument.slice(argument.indexOf("=") + 1)] : args.slice(at + 1, at + 2)
    return []
  })
}

/** True for scripts made of commands that only print, delete and replace. What is not recognised is not plain. */
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

// Within brackets a delimiter is plain text to sed: one that stays open shows that the parts were cut elsewhere.
function closesBrackets(pattern: string): boolean {
  const rest = pattern.replace(/\[\^?\]?(?:\[:[a-z]+:\]|[^\]\\[])*\]/g, "").replace(/\\[\s\S]/g, "")
  return !rest.includes("[")
}
