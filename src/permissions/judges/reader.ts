import { isUnknown } from "../../shell/mark.ts"
import { isOption, optionValues, takeOptions } from "../../shell/option.ts"
import type { Reader } from "../../shell/programs/readers.ts"
import type { JudgeContext } from "../judge-context.ts"
import { combine, danger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { pathsIn } from "../whereabouts.ts"
import { reads, readsThroughLinks, writes } from "./touch.ts"

/** Judges the arguments of a program that only reads, except for options that the table lists. */
export function judgeReader(reader: Reader, args: readonly string[], scene: JudgeContext): Judgement {
  const { runs = [], changes = [], values = [], files = [], outputFrom, noOperands, only } = reader
  const table = { flags: [], ...only, values: [...values, ...files, ...(reader.writes ?? [])] }
  const { operands, consumed, odd } = takeOptions(args, table)
  const unknown = args.some(isUnknown)
  const strange = odd && only !== undefined
  // The word after an unknown option may or may not be its value.
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
  const through = args.some((argument) => isOption(argument, reader.follows ?? []))
    ? readsThroughLinks(operands.length > (given ? 0 : 1) ? operands : [...operands, "."], scene)
    : readOnly()
  return combine(reads(read.flatMap(pathsIn), scene), through, ...effects, doubt)
}

function isNoOption(argument: string): boolean {
  return argument === "-" || !argument.startsWith("-")
}
