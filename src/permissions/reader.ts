import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import { isUnknown } from "./mark.ts"
import { isOption, operandsOf, optionValues } from "./option.ts"
import type { Scene } from "./scene.ts"
import { reads, writes } from "./touch.ts"
import { pathsIn } from "./whereabouts.ts"

/** A program that only reads, but for what is said of it here. */
export type Reader = {
  /** Its arguments are text, not files. */
  text?: true
  /** Its first operand is a pattern or a filter, unless one of these options gives it. */
  pattern?: readonly string[]
  /** Options whose value is no file. */
  values?: readonly string[]
  /** Options whose value is a file that it writes. */
  writes?: readonly string[]
  /** Options by which it runs another program, or changes the machine. */
  runs?: readonly string[]
  /** Options by which it changes files of its own choice. */
  changes?: readonly string[]
  /** The operand from which on operands are files that it writes. */
  outputFrom?: number
  /** Operands change the machine. */
  noOperands?: true
}

/** Judges the arguments of a program that is in the table of readers. */
export function judgeReader(reader: Reader, args: readonly string[], scene: Scene): Judgement {
  const { runs = [], changes = [], outputFrom, noOperands } = reader
  const unknown = args.some(isUnknown)
  const rest = unknown ? args : withoutValues(args, reader.values ?? [])
  const operands = operandsOf(rest)
  const effects = [
    args.some((argument) => isOption(argument, runs)) ? danger("an option makes it run programs") : readOnly(),
    args.some((argument) => isOption(argument, changes)) ? workspace("an option makes it write") : readOnly(),
    writes(optionValues(args, reader.writes ?? []), scene),
    outputFrom === undefined ? readOnly() : writes(operands.slice(outputFrom), scene),
    noOperands && operands.length > 0 ? danger("changes the machine") : readOnly(),
  ]
  if (reader.text) return combine(readOnly(), ...effects)
  const given = unknown || !reader.pattern || args.some((argument) => isOption(argument, reader.pattern ?? []))
  const pattern = given ? -1 : rest.indexOf(operands[0] ?? "")
  const files = rest.filter((argument, at) => at !== pattern && !/^-.\/$/.test(argument)).flatMap(pathsIn)
  const doubt = unknown ? workspace("its arguments are known only when it runs") : readOnly()
  return combine(reads(files, scene), ...effects, doubt)
}

function withoutValues(args: readonly string[], options: readonly string[]): readonly string[] {
  return args.filter((_, at) => !options.includes(args[at - 1] ?? ""))
}
