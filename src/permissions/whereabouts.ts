import { isWithin } from "../base/path-within.ts"
import { secretPlaces } from "../base/secret-places.ts"
import { isUnknown, marks } from "../shell/mark.ts"
import { matchesName, normalise, segmentsOf } from "../shell/path-pattern.ts"
import { resolve } from "../shell/paths.ts"
import type { CommandContext, JudgeContext } from "./judge-context.ts"

/**
 * Where a path points: `harmless` is /dev/null and the like, `device` a disk, `secret` keys and passwords, `network`
 * a socket.
 */
type Whereabouts = "workspace" | "outside" | "secret" | "harmless" | "device" | "network" | "unknown"

/** All locations of a word: it may expand to several paths, in several working directories. */
export function whereabouts(word: string, scene: JudgeContext): readonly Whereabouts[] {
  if (word === marks.pipe) return ["harmless"]
  if (!isUnknown(word)) {
    const places = resolve(word, scene).map((path) => whereIs(path, scene))
    return scene.brought && places.includes("workspace") ? ["unknown", ...places] : places
  }
  // The beginning of `/etc/$name` is known.
  const known = /^[^\uE000\uE001\uE00B]*\//u.exec(word)?.[0]
  if (known === undefined) return ["unknown"]
  return ["unknown", ...resolve(known, scene).map((path) => whereIs(path, scene))]
}

/** The same context, without following links, for commands that act on a link itself. */
export function keepingLinks<Of extends Pick<JudgeContext, "follow">>(scene: Of): Of {
  const follow = (path: string) => {
    const [, directory = "", name = ""] = /^(.*\/)([^/]+)$/s.exec(path) ?? []
    return name === "" || name === ".." ? scene.follow(path) : normalise(`${scene.follow(directory)}/${name}`)
  }
  return { ...scene, follow }
}

/** Longer words, and words of more parts, are not looked into. */
const most = { length: 8_192, parts: 256 } as const

/** Whether a word is too long to be judged. */
export function isTooLong(word: string): boolean {
  return word.length > most.length || (word.match(/[=:@,]/g)?.length ?? 0) > most.parts
}

/** The parts of an argument that may be paths: the whole, an option's value, the text after an `@`. */
export function pathsIn(argument: string): readonly string[] {
  if (isTooLong(argument)) return [marks.unknown]
  if (/^file:\/\//i.test(argument)) return [argument.slice("file://".length)]
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(argument)) return []
  const [, value] = /^[^=/]*=(.*)$/su.exec(argument) ?? []
  const parts = value === undefined ? [] : [value, ...pathsIn(value)]
  if (argument.startsWith("--")) return parts
  if (argument.startsWith("-")) return [...attached(argument), ...parts].filter((part) => /[/~.]/.test(part))
  return [argument, ...parts, ...argument.split(/[:@,]/).slice(1)]
}

/** The values that may be attached to a cluster of options: `-I../x`, `-bf../x`. */
function attached(cluster: string): readonly string[] {
  const [, names = ""] = /^-([A-Za-z0-9]*)/.exec(cluster) ?? []
  const starts = Array.from({ length: Math.min(names.length, mostClustered) }, (_, at) => at + 2)
  return starts.length === 0 ? [cluster.slice(2)] : starts.map((at) => cluster.slice(at))
}

/** How many options stand together before a value. */
const mostClustered = 6

function whereIs(path: string, context: CommandContext): Whereabouts {
  if (harmless.test(path)) return "harmless"
  if (/^\/dev\/(tcp|udp)(\/|$)/.test(path)) return "network"
  if (disks.test(path)) return "device"
  if (isSecret(path, context)) return "secret"
  return isWithin(path, context.workspace) ? "workspace" : "outside"
}

const harmless = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/
const disks = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|dm-|md|mapper\/|loop|sr|mem$|kmem$|port$)/

const secretNames = secretPlaces.home.map(segmentsOf)
const secretPaths = secretPlaces.anywhere.map(segmentsOf)

function isSecret(path: string, { home, workspace, follow }: CommandContext): boolean {
  if (/^\/proc\/.*\/(environ|mem)$/.test(path)) return true
  const names = segmentsOf(path)
  const own = [home, follow(home)].map(segmentsOf).filter((home) => startsLike(names, [home]))
  const others = isWithin(path, workspace) ? [] : homesOf(names)
  return (
    startsLike(names, secretPaths) ||
    [...own.map((home) => home.length), ...others].some((length) => startsLike(names.slice(length), secretNames))
  )
}

// The home-directory prefix of a path, also as `~name`.
function homesOf(names: readonly string[]): readonly number[] {
  const [first = ""] = names
  const one = first.startsWith("~") || matchesName(first, "root") ? [1] : []
  return ["home", "Users", "var"].some((name) => matchesName(first, name)) ? [...one, 2] : one
}

function startsLike(patterns: readonly string[], places: readonly (readonly string[])[]): boolean {
  return places.some(
    (names) => patterns.length >= names.length && names.every((name, at) => matchesName(patterns[at] ?? "", name)),
  )
}
