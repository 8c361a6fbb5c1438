import { isUnknown, marks } from "../shell/mark.ts"
import { matchesName, normalise, segmentsOf } from "../shell/path-pattern.ts"
import { resolve } from "../shell/paths.ts"
import type { Ground, Scene } from "./scene.ts"

/**
 * Where a word of a command points, if it is a path: `harmless` is /dev/null and its like, `device` a disk, `secret` a
 * place of keys and passwords, `network` a socket.
 */
type Whereabouts = "workspace" | "outside" | "secret" | "harmless" | "device" | "network" | "unknown"

/** Everywhere that a word may point to: it may stand for several paths, and the command may stand in several places. */
export function whereabouts(word: string, scene: Scene): readonly Whereabouts[] {
  if (word === marks.pipe) return ["harmless"]
  if (!isUnknown(word)) return resolve(word, scene).map((path) => whereIs(path, scene))
  // Of `/etc/$name` the beginning is known.
  const known = /^[^\uE000\uE001\uE00B]*\//u.exec(word)?.[0]
  if (known === undefined) return ["unknown"]
  return ["unknown", ...resolve(known, scene).map((path) => whereIs(path, scene))]
}

/** The same scene for what is done to a link itself, not to what it leads to. */
export function keepingLinks<Of extends Pick<Scene, "follow">>(scene: Of): Of {
  const follow = (path: string) => {
    const [, directory = "", name = ""] = /^(.*\/)([^/]+)$/s.exec(path) ?? []
    return name === "" || name === ".." ? scene.follow(path) : normalise(`${scene.follow(directory)}/${name}`)
  }
  return { ...scene, follow }
}

/** The parts of an argument that may be paths: all of it, the value of an option, what follows an `@`. */
export function pathsIn(argument: string): readonly string[] {
  if (/^file:\/\//i.test(argument)) return [argument.slice("file://".length)]
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(argument)) return []
  const [, value] = /^[^=/]*=(.*)$/su.exec(argument) ?? []
  const parts = value === undefined ? [] : [value, ...pathsIn(value)]
  if (argument.startsWith("--")) return parts
  if (argument.startsWith("-")) return [argument.slice(2), ...parts].filter((part) => /[/~.]/.test(part))
  return [argument, ...parts, ...argument.split(/[:@,]/).slice(1)]
}

/** True for a path within the directory, or the directory itself. */
export function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory.endsWith("/") ? directory : `${directory}/`)
}

function whereIs(path: string, context: Ground): Whereabouts {
  if (harmless.test(path)) return "harmless"
  if (/^\/dev\/(tcp|udp)(\/|$)/.test(path)) return "network"
  if (disks.test(path)) return "device"
  if (isSecret(path, context)) return "secret"
  return isWithin(path, context.workspace) ? "workspace" : "outside"
}

const harmless = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/
const disks = /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|rdisk|dm-|md|mapper\/|loop|sr|mem$|kmem$|port$)/

/** Where people keep keys and passwords: below their home, and elsewhere. */
const secrets = {
  home: [
    ".ssh",
    ".aws",
    ".azure",
    ".gnupg",
    ".kube",
    ".netrc",
    ".npmrc",
    ".pypirc",
    ".git-credentials",
    ".password-store",
    ".docker/config.json",
    ".config/gcloud",
    ".config/gh",
    ".config/op",
    ".local/share/keyrings",
    ".mozilla",
    ".config/google-chrome",
    "Library/Keychains",
    ".bash_history",
    ".zsh_history",
  ],
  anywhere: ["/etc/shadow", "/etc/gshadow", "/etc/sudoers", "/etc/ssh"],
} as const

const secretNames = secrets.home.map(segmentsOf)
const secretPlaces = secrets.anywhere.map(segmentsOf)

function isSecret(path: string, { home, workspace, follow }: Ground): boolean {
  if (/^\/proc\/.*\/(environ|mem)$/.test(path)) return true
  const names = segmentsOf(path)
  const own = [home, follow(home)].map(segmentsOf).filter((home) => startsLike(names, [home]))
  const others = isWithin(path, workspace) ? [] : homesOf(names)
  return (
    startsLike(names, secretPlaces) ||
    [...own.map((home) => home.length), ...others].some((length) => startsLike(names.slice(length), secretNames))
  )
}

// How much of a path is the home of whoever, as it is called and as `~name` is kept.
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
