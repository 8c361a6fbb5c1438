import { isUnknown } from "../../shell/mark.ts"
import { isOption, operandsOf, optionValues } from "../../shell/option.ts"
import { resolve } from "../../shell/paths.ts"
import type { FileChanger } from "../../shell/programs/changers.ts"
import type { JudgeContext } from "../judge-context.ts"
import { bringing, combine, danger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { keepingLinks } from "../whereabouts.ts"
import { ruins } from "./remove.ts"
import { gets, mentions, writes } from "./touch.ts"

/** A program that changes the files in its arguments. */
export function judgeWriter(
  name: string,
  writer: FileChanger,
  given: readonly string[],
  scene: JudgeContext,
): Judgement {
  const { runs = [], leaves = [], targets = [], into } = writer
  // The first letters of `tar xf` are options.
  const args = name === "tar" && /^[A-Za-z]+$/.test(given[0] ?? "") ? [`-${given[0]}`, ...given.slice(1)] : given
  const operands = operandsOf(args)
  const places = optionValues(args, targets)
  const quiet = name === "tee" || name === "mktemp"
  return combine(
    quiet ? readOnly("writes nothing that lasts") : workspace("changes files"),
    name === "mktemp" ? workspace("makes a temporary file") : changed(name, { operands, places }, scene),
    name === "tee" ? readOnly() : gets(args, scene),
    args.some((argument) => isOption(argument, runs)) ? danger("an option makes it run programs") : readOnly(),
    writes(places, scene),
    into ? mentions(madeIn(operands, places), scene) : readOnly(),
    args.some((argument) => isOption(argument, leaves)) ? danger("an option lets it write anywhere") : readOnly(),
    brings(writer, args, scene) ? bringing() : readOnly(),
    args.some(isUnknown) ? danger("what it changes is known only when it runs") : readOnly(),
    name === "mv"
      ? ruins(namesTarget(args, targets) ? operands : operands.slice(0, -1), keepingLinks(scene))
      : readOnly(),
  )
}

/** What is moved is named first, and then where to. */
function changed(
  name: string,
  { operands, places }: { operands: readonly string[]; places: readonly string[] },
  scene: JudgeContext,
): Judgement {
  if (name === "rmdir" || name === "unlink") return writes(operands, scene, "deletes")
  if (name !== "mv") return writes(operands, scene)
  const moved = places.length > 0 ? operands : operands.slice(0, -1)
  return combine(writes(moved, scene, "moves"), writes(operands.slice(moved.length), scene))
}

function brings({ brings }: FileChanger, args: readonly string[], scene: JudgeContext): boolean {
  if (brings !== "links") return brings === "always"
  return operandsOf(args)
    .flatMap((operand) => resolve(operand, keepingLinks(scene)))
    .some((path) => scene.follow(path) !== path || scene.linksBelow(path).length > 0)
}

/** The paths created when files are put into a directory. */
function madeIn(operands: readonly string[], given: readonly string[]): readonly string[] {
  const [sources, directories] = given.length > 0 ? [operands, given] : [operands.slice(0, -1), operands.slice(-1)]
  const made = sources.map((source) => source.replace(/\/+$/, "").split("/").at(-1) ?? "")
  return directories.flatMap((directory) => made.map((name) => `${directory}/${name}`))
}

const namesTarget = (args: readonly string[], targets: readonly string[]) =>
  args.some((argument) => isOption(argument, targets))
