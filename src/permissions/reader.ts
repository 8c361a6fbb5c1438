import { isUnknown } from "../shell/mark.ts"
import { isOption, type OptionTable, optionValues, takeOptions } from "../shell/option.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "./judgement.ts"
import type { Scene } from "./scene.ts"
import { reads, writes } from "./touch.ts"
import { pathsIn } from "./whereabouts.ts"

/** A program that only reads, but for what is said of it here. */
export type Reader = {
  /** Its arguments are text, not files. */
  text?: true
  /** Its first operand is a pattern or a filter, unless one of these options is given. */
  pattern?: readonly string[]
  /** What in a filter makes it read files that no argument names. */
  loads?: RegExp
  /** Options whose value is no file. */
  values?: readonly string[]
  /** Options whose value is a file that it reads. */
  files?: readonly string[]
  /** Options whose value is a file that it writes. */
  writes?: readonly string[]
  /** Options by which it runs another program, changes the machine, or reads what is named elsewhere. */
  runs?: readonly string[]
  /** Options by which it changes files of its own choice. */
  changes?: readonly string[]
  /** Where it is given, the program is known with these options only. */
  only?: Omit<OptionTable, "values">
  /** The operand from which on operands are files that it writes. */
  outputFrom?: number
  /** Operands change the machine. */
  noOperands?: true
}

/** Judges the arguments of a program that is in the table of readers. */
export function judgeReader(reader: Reader, args: readonly string[], scene: Scene): Judgement {
  const { runs = [], changes = [], values = [], files = [], outputFrom, noOperands, only } = reader
  const table = { flags: [], ...only, values: [...values, ...files, ...(reader.writes ?? [])] }
  const { operands, consumed, odd } = takeOptions(args, table)
  const unknown = args.some(isUnknown)
  const strange = odd && only !== undefined
  // What follows an option that is not known may be its value or not.
  const written = outputFrom === undefined ? [] : strange ? args.filter(isNoOption) : operands.slice(outputFrom)
  const effects = [
    args.some((argument) => isOption(argument, runs)) ? danger("an option makes it run programs") : readOnly(),
    args.some((argument) => isOption(argument, changes)) ? workspace("an option makes it write") : readOnly(),
    strange ? workspace("an option that is not known") : readOnly(),
    writes(optionValues(args, reader.writes ?? []), scene),
    writes(written, scene),
    noOperands && operands.length > 0 ? danger("changes the machine") : readOnly(),
    reader.loads && args.some((argument) => reader.loads?.test(argument))
      ? danger("its filter reads files that it does not name")
      : readOnly(),
  ]
  if (reader.text) return combine(readOnly(), ...effects)
  const dropped = (at: number) => values.includes(consumed.get(at) ?? "")
  const given = unknown || !reader.pattern || args.some((argument) => isOption(argument, reader.pattern ?? []))
  const pattern = given ? -1 : args.findIndex((argument, at) => !consumed.has(at) && argument === operands[0])
  const read = args.filter((argument, at) => at !== pattern && (unknown || !dropped(at)) && !/^-.\/$/.test(argument))
  const doubt = unknown ? workspace("its arguments are known only when it runs") : readOnly()
  return combine(reads(read.flatMap(pathsIn), scene), ...effects, doubt)
}

function isNoOption(argument: string): boolean {
  return argument === "-" || !argument.startsWith("-")
}
