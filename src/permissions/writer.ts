import { isUnknown } from "../shell/mark.ts"
import { isOption, operandsOf, optionValues } from "../shell/option.ts"
import { combine, danger, readOnly, workspace } from "./judgement.ts"
import { ruins } from "./remove.ts"
import type { Judge } from "./scene.ts"
import { gets, mentions, writes } from "./touch.ts"
import { keepingLinks } from "./whereabouts.ts"

/** Options by which programs that change files run others. */
const runs: Readonly<Record<string, readonly string[]>> = {
  tar: [
    "--to-command",
    "--checkpoint-action",
    "-I",
    "--use-compress-program",
    "-F",
    "--info-script",
    "--rsh-command",
    "-P",
  ],
  split: ["--filter"],
  install: ["--strip-program"],
  zip: ["-T", "--unzip-command"],
}

const names = `mkdir rmdir touch cp mv ln tee truncate split csplit install mktemp patch tar zip unzip gzip gunzip bzip2
  bunzip2 xz unxz zstd unlink mkfifo dos2unix unix2dos`.split(/\s+/)

/** Options whose value is where they write. */
const targets: Readonly<Record<string, readonly string[]>> = {
  cp: ["-t", "--target-directory"],
  mv: ["-t", "--target-directory"],
  ln: ["-t", "--target-directory"],
  install: ["-t", "--target-directory"],
  tar: ["-C", "-f", "--directory", "--file"],
  unzip: ["-d"],
}

/** The judges of programs that change the files in their arguments. */
export const writerJudges: Readonly<Record<string, Judge>> = Object.fromEntries(
  names.map((name): [string, Judge] => [
    name,
    (args, scene) => {
      const operands = operandsOf(args)
      const quiet = name === "tee" || name === "mktemp"
      return combine(
        quiet ? readOnly("writes nothing that lasts") : workspace("changes files"),
        name === "mktemp" ? workspace("makes a temporary file") : writes(operands, scene),
        name === "tee" ? readOnly() : gets(args, scene),
        args.some((argument) => isOption(argument, runs[name] ?? []))
          ? danger("an option makes it run programs")
          : readOnly(),
        writes(optionValues(args, targets[name] ?? []), scene),
        into.has(name) ? mentions(madeIn(args, optionValues(args, targets[name] ?? [])), scene) : readOnly(),
        args.some(isUnknown) ? danger("what it changes is known only when it runs") : readOnly(),
        name === "mv" ? ruins(namesTarget(args) ? operands : operands.slice(0, -1), keepingLinks(scene)) : readOnly(),
      )
    },
  ]),
)

/** Programs that put what they are given into a directory, where the last operand is one. */
const into: ReadonlySet<string> = new Set(["cp", "mv", "ln", "install"])

function madeIn(args: readonly string[], given: readonly string[]): readonly string[] {
  const operands = operandsOf(args)
  const [sources, directories] = given.length > 0 ? [operands, given] : [operands.slice(0, -1), operands.slice(-1)]
  const made = sources.map((source) => source.replace(/\/+$/, "").split("/").at(-1) ?? "")
  return directories.flatMap((directory) => made.map((name) => `${directory}/${name}`))
}

function namesTarget(args: readonly string[]): boolean {
  return args.some((argument) => isOption(argument, targets.mv ?? []))
}
