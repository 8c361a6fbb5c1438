import { isWithin } from "../../base/path-within.ts"
import { isUnknown, marks, spell } from "../../shell/mark.ts"
import { isOption, operandsOf } from "../../shell/option.ts"
import { matchesName, segmentsOf } from "../../shell/path-pattern.ts"
import { resolve } from "../../shell/paths.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, forbidden, heldDanger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { keepingLinks } from "../whereabouts.ts"
import { gets, writes } from "./touch.ts"

/** `rm`: deleting workspace files is normal work; whole trees and paths outside are not. */
export const judgeRemove: Judge = (args, scene) => {
  const targets = operandsOf(args)
  const recursive = args.some((argument) => isOption(argument, ["-r", "-R", "--recursive"]) || isUnknown(argument))
  return combine(
    writes(targets, scene, "deletes"),
    workspace("deletes files"),
    recursive ? danger(`deletes ${named(targets)} with all that is in it`) : readOnly(),
    args.some((argument) => isOption(argument, ["--no-preserve-root"])) ? forbidden("deletes the root") : readOnly(),
    ruins(targets, keepingLinks(scene)),
  )
}

/** How many targets are named. */
const mostNamed = 3

function named(targets: readonly string[]): string {
  const more = targets.length - mostNamed
  return [...targets.slice(0, mostNamed).map(spell), ...(more > 0 ? [`${more} more`] : [])].join(", ")
}

/** `chmod`, `chown` and the like always ask. */
export const judgeOwnership: Judge = (args, scene) => {
  const recursive = args.some((argument) => isOption(argument, ["-R", "--recursive"]))
  return combine(
    heldDanger("changes who may use files"),
    // Check all operands: in `chmod -x file` the file comes first.
    writes(operandsOf(args), scene),
    recursive ? ruins(operandsOf(args), scene) : readOnly(),
  )
}

/** `dd`: what it reads and writes is in its arguments. */
export const judgeCopyBlocks: Judge = (args, scene) => {
  const written = args.flatMap((argument) => (argument.startsWith("of=") ? [argument.slice(3)] : []))
  const others = args.filter((argument) => !argument.startsWith("of="))
  return combine(
    writes(written, scene),
    gets(others, scene),
    args.some(isUnknown) ? danger("its arguments are known only when it runs") : readOnly(),
  )
}

/** Forbidden if a word is the root, a home directory or a system directory. */
export function ruins(words: readonly string[], scene: JudgeContext): Judgement {
  const word = words.find((word) => !isUnknown(word) && resolve(word, scene).some((path) => isVital(path, scene)))
  return word === undefined ? readOnly() : forbidden(`would destroy ${spell(word)}`)
}

/** System and home directories themselves, not what is below them. */
const vital = `/ /bin /boot /dev /etc /home /lib /lib32 /lib64 /libx32 /media /mnt /opt /private /proc /root /run /sbin
  /srv /sys /usr /usr/bin /usr/lib /usr/local /usr/sbin /usr/share /var /var/lib /var/log /Applications /Library /System
  /Users /Volumes`.split(/\s+/)

function isVital(path: string, scene: JudgeContext): boolean {
  const names = segmentsOf(path)
  // `/*` and `~/.*` mean the whole directory.
  const whole = [marks.any, `.${marks.any}`, `${marks.any}.${marks.any}`].includes(names.at(-1) ?? "")
  const parents = whole ? [names, names.slice(0, -1)] : [names]
  return parents.some(
    (names) =>
      [...vital, scene.home].some((kept) => same(names, segmentsOf(kept))) ||
      isAncestor(`/${names.join("/")}`, scene.workspace) ||
      isAncestor(`/${names.join("/")}`, scene.home),
  )
}

function same(patterns: readonly string[], names: readonly string[]): boolean {
  return patterns.length === names.length && patterns.every((pattern, at) => matchesName(pattern, names[at] ?? ""))
}

function isAncestor(path: string, of: string): boolean {
  return path !== of && isWithin(of, path)
}
