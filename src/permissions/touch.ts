import { isGenerated } from "../session/generated.ts"
import { isUnknown, marks, spell } from "../shell/mark.ts"
import { resolve } from "../shell/paths.ts"
import { holdsProtected } from "./guard.ts"
import { combine, danger, forbidden, type Judgement, readOnly, workspace } from "./judgement.ts"
import type { Scene } from "./scene.ts"
import { pathsIn, whereabouts } from "./whereabouts.ts"

/** What it means to read these words as files. */
export function reads(words: readonly string[], scene: Scene): Judgement {
  return combine(readOnly(), ...words.map((word) => readsOne(word, scene)))
}

/** What it means to write these words as files. */
export function writes(words: readonly string[], scene: Scene): Judgement {
  return combine(readOnly("writes nothing that lasts"), ...words.map((word) => writesOne(word, scene)))
}

/** What it means that a program, of which no more is known, gets these arguments. */
export function gets(args: readonly string[], scene: Scene): Judgement {
  return combine(
    workspace(),
    ...args.flatMap(pathsIn).map((part) => {
      const where = whereabouts(part, scene)
      const judged = where.some((place) => place !== "workspace" && place !== "harmless" && place !== "unknown")
        ? danger(`names ${spell(part)}, outside of the workspace`)
        : readOnly()
      return part === "" || isGenerated(`${part}/`) ? judged : combine(judged, mentions([part], scene))
    }),
  )
}

/** Words of which no more is said than that they may be files that change. */
export function mentions(words: readonly string[], scene: Scene): Judgement {
  const known = words.filter((word) => !isUnknown(word) && word !== marks.pipe)
  return { ...readOnly(), paths: known.flatMap((word) => resolve(word, scene)).filter(isNoDevice) }
}

const isNoDevice = (path: string) => !/^\/(dev|proc|sys)(\/|$)/.test(path)

function readsOne(word: string, scene: Scene): Judgement {
  const judgements = whereabouts(word, scene).map((where) => {
    switch (where) {
      case "workspace":
      case "harmless":
        return readOnly()
      case "outside":
        return { ...readOnly(`reads ${spell(word)}, outside of the workspace`), outside: true }
      case "unknown":
        return workspace("what it reads is known only when it runs")
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

function writesOne(word: string, scene: Scene): Judgement {
  const judgements = whereabouts(word, scene).map((where) => {
    switch (where) {
      case "workspace":
        return workspace(`writes ${spell(word)}`)
      case "harmless":
        return readOnly()
      case "outside":
      case "secret":
        return danger(`writes ${spell(word)}, outside of the workspace`)
      case "unknown":
        return danger("what it writes is known only when it runs")
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
