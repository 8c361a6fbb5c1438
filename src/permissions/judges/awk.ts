import { isLiteral, isUnknown } from "../../shell/mark.ts"
import type { Judge } from "../judge-context.ts"
import { combine, danger, readOnly, workspace } from "../judgement.ts"
import { reads } from "./touch.ts"

/** `awk`: its program may write files and run commands. */
export const judgeAwk: Judge = (args, scene) => {
  const { program, inFile, files, odd } = take(args)
  if (odd) return danger("options that make it write files or run programs")
  return combine(
    program === undefined || (isLiteral(program) && isPlain(program))
      ? readOnly()
      : danger("its program may write files or run commands"),
    inFile ? workspace("its program is in a file") : readOnly(),
    reads(files, scene),
    args.some(isUnknown) ? workspace("its arguments are known only when it runs") : readOnly(),
  )
}

type Taken = { program: string | undefined; inFile: boolean; files: readonly string[]; odd: boolean }

function take(args: readonly string[]): Taken {
  let at = 0
  let inFile = false
  for (; at < args.length; at++) {
    const argument = args[at] ?? ""
    if (argument === "--") {
      at++
      break
    }
    if (!argument.startsWith("-") || argument === "-") break
    if (/^-[Fv]$/.test(argument)) at++
    else if (/^-[Fv]./.test(argument)) continue
    else if (argument === "-f") {
      inFile = true
      at++
    } else return { program: undefined, inFile, files: [], odd: true }
  }
  return inFile
    ? { program: undefined, inFile, files: args.slice(at), odd: false }
    : { program: args[at], inFile, files: args.slice(at + 1), odd: false }
}

// A pipe, `system`, `getline`, an indirect call or a change of ARGV runs or reads something; `>` after a print
// writes. Matches inside string literals count too, to be safe.
function isPlain(program: string): boolean {
  if (/\b(system|getline|close|fflush|ARGV|ARGC|ARGIND|SYMTAB)\b|@\s*\w/.test(program)) return false
  if (/\|/.test(program.replaceAll("||", ""))) return false
  return !/\bprintf?\b[\s\S]*>/.test(program)
}
