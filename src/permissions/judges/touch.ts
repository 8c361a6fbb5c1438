import { isWithin } from "../../base/path-within.ts"
import { isSystemPath } from "../../base/system-path.ts"
import { isGenerated } from "../../session/generated.ts"
import { isUnknown, marks, spell } from "../../shell/mark.ts"
import { matchesName, segmentsOf } from "../../shell/path-pattern.ts"
import { resolve } from "../../shell/paths.ts"
import { holdsProtected } from "../guard.ts"
import type { JudgeContext } from "../judge-context.ts"
import { combine, danger, forbidden, heldDanger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { pathsIn, whereabouts } from "../whereabouts.ts"

/** Judges reading these words as files. */
export function reads(words: readonly string[], scene: JudgeContext): Judgement {
  return combine(readOnly(), ...words.map((word) => readsOne(word, scene)))
}

/** What happens to files that are changed, in words. */
export type ChangeVerb = "writes" | "deletes" | "moves"

/** Judges writing, deleting or moving these words as files. */
export function writes(words: readonly string[], scene: JudgeContext, verb: ChangeVerb = "writes"): Judgement {
  return combine(readOnly("writes nothing that lasts"), ...words.map((word) => writesOne(word, scene, verb)))
}

/** Judges the arguments of an unknown program. */
export function gets(args: readonly string[], scene: JudgeContext): Judgement {
  return combine(
    workspace(),
    ...args.flatMap(pathsIn).map((part) => {
      const where = whereabouts(part, scene)
      const judged = where.some((place) => place !== "workspace" && place !== "harmless" && place !== "unknown")
        ? danger(`names ${spell(part)}, ${beyond(part, scene)}`)
        : readOnly()
      return part === "" || isGenerated(`${part}/`) ? judged : combine(judged, mentions([part], scene))
    }),
  )
}

/** Judges words that may be files to change. */
export function mentions(words: readonly string[], scene: JudgeContext): Judgement {
  const known = words.filter((word) => !isUnknown(word) && word !== marks.pipe)
  return { ...readOnly(), paths: known.flatMap((word) => resolve(word, scene)).filter((path) => !isSystemPath(path)) }
}

function readsOne(word: string, scene: JudgeContext): Judgement {
  const judgements = whereabouts(word, scene).map((where) => {
    switch (where) {
      case "workspace":
      case "harmless":
        return readOnly()
      case "outside":
        return { ...readOnly(`reads ${spell(word)}, ${beyond(word, scene)}`), outside: true }
      case "unknown":
        return heldDanger("what it reads is known only when it runs")
      case "secret":
        return danger(`reads ${spell(word)}, a place of keys and passwords`)
      case "device":
      case "network":
        return danger(`reads ${spell(word)}`)
      default:
        return where satisfies never
    }
  })
  return combine(readOnly(), ...judgements)
}

/** Hooks and settings in `.git` name programs that git runs. */
function isOfGit(word: string, scene: JudgeContext): boolean {
  return resolve(word, scene).some((path) => segmentsOf(path).some((name) => matchesName(name, ".git")))
}

/** Judges reading these words as directories, with whatever the links in them lead to. */
export function readsThroughLinks(words: readonly string[], scene: JudgeContext): Judgement {
  const targets = words
    .filter((word) => !isUnknown(word))
    .flatMap((word) => resolve(word, scene))
    .flatMap((path) => scene.linksBelow(path).map(({ target }) => target))
  return reads([...new Set(targets)], scene)
}

/** How far outside a path leads: a session may work in a directory of its project. */
export function beyond(word: string, { project, ...scene }: JudgeContext): string {
  const paths = resolve(word, scene)
  const inProject = project !== undefined && paths.some((path) => isWithin(path, project))
  return inProject ? "outside the workspace" : "outside the project"
}

function writesOne(word: string, scene: JudgeContext, verb: ChangeVerb): Judgement {
  const judgements = whereabouts(word, scene).map((where) => {
    switch (where) {
      case "workspace":
        return isOfGit(word, scene)
          ? danger(`${verb} ${spell(word)}, which decides what git runs`)
          : workspace(`${verb} ${spell(word)}`)
      case "harmless":
        return readOnly()
      case "outside":
      case "secret":
        return danger(`${verb} ${spell(word)}, ${beyond(word, scene)}`)
      case "unknown":
        return heldDanger(`what it ${verb} is known only when it runs`)
      case "network":
        return danger(`sends to ${spell(word)}`)
      case "device":
        return forbidden(`writes to the device ${spell(word)}`)
      default:
        return where satisfies never
    }
  })
  return { ...combine(mentions([word], scene), ...judgements), guarded: holdsProtected(word, scene) }
}
