import { isWithin } from "../base/path-within.ts"
import { isUnknown, marks } from "../shell/mark.ts"
import { matchesName, segmentsOf } from "../shell/path-pattern.ts"
import { resolve } from "../shell/paths.ts"
import type { CommandContext, JudgeContext } from "./judge-context.ts"
import { pathsIn } from "./whereabouts.ts"

/** Law: privilege. Whether a word of a command names, or could name, a file of Holdfast. */
export function namesProtected(word: string, scene: JudgeContext): boolean {
  if (word.includes(marks.guard) || mentionsProtected(word, scene)) return true
  return pathsIn(word).some((part) =>
    isUnknown(part)
      ? mayName(part, scene)
      : resolve(part, scene).some((path) => scene.protected.some((kept) => covers(path, kept))),
  )
}

/** The same for a word whose target would change: directories that contain a protected file count too. */
export function holdsProtected(word: string, scene: JudgeContext): boolean {
  return resolve(word, scene).some((path) => scene.protected.some((kept) => covers(path, kept) || isAbove(path, kept)))
}

/** Whether a text, such as a script in any language, mentions a file of Holdfast. */
export function mentionsProtected(text: string, context: CommandContext): boolean {
  const lower = text.toLowerCase()
  return context.protected.some((kept) => {
    const names = [kept, tail(kept, context.home), tail(kept, context.workspace)].filter((name) => name.length > 1)
    return names.some((name) => standsIn(lower, name.toLowerCase()))
  })
}

/** Whether a program is Holdfast itself, by its name or the file behind it. */
export function isHoldfast(program: string): boolean {
  return (
    /(^|\/)holdfast(@[^/]*|\.(js|ts|mjs|cmd))?$/i.test(program) ||
    /(^|\/)holdfast(@[^/]*)?\/(.*\/)?(dist|cli)\/(.*\/)?(cli|main|index)\.(js|ts|mjs)$/i.test(program)
  )
}

function tail(path: string, directory: string): string {
  return path !== directory && isWithin(path, directory) ? path.slice(directory.length).replace(/^\//, "") : ""
}

// The protected path itself, or below it.
function covers(path: string, kept: string): boolean {
  const names = segmentsOf(path)
  const keptNames = segmentsOf(kept)
  return names.length >= keptNames.length && keptNames.every((name, at) => matchesName(names[at] ?? "", name))
}

function isAbove(path: string, kept: string): boolean {
  const names = segmentsOf(path)
  const keptNames = segmentsOf(kept)
  return names.length < keptNames.length && names.every((name, at) => matchesName(name, keptNames[at] ?? ""))
}

// A path known only at run time: it may start in a directory with a protected file, or end with the name of one.
function mayName(word: string, scene: JudgeContext): boolean {
  const known = /^[^\uE000\uE001\uE00B]*\//u.exec(word)?.[0]
  const begins =
    known !== undefined &&
    resolve(known, scene).some(
      (path) =>
        !isWithin(scene.workspace, path) &&
        !isWithin(scene.home, path) &&
        scene.protected.some((kept) => covers(path, kept) || isAbove(path, kept)),
    )
  const names = segmentsOf(word)
  return begins || scene.protected.some((kept) => names.includes(segmentsOf(kept).at(-1) ?? ""))
}

// A whole name, not part of a longer one.
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w.-]/.test(text[at - 1] ?? "") && !/[\w.-]/.test(text[at + name.length] ?? "")) return true
  return false
}
