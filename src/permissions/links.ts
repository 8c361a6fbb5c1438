import { isWithin } from "../base/path-within.ts"
import { normalise } from "../shell/path-pattern.ts"
import type { Entry, Link, Whence } from "../shell/paths.ts"

/** What judging needs to know of the disk. */
export type Disk = {
  /** Where a path leads, with all its links followed. */
  real(path: string): Promise<string>
  /** What is in a directory; nothing where it cannot be read. */
  entries(directory: string): Promise<readonly Entry[]>
}

export type Links = Pick<Whence, "follow" | "entries" | "linksBelow"> & {
  /** Looks up what was asked for; false if there was nothing. */
  look(): Promise<boolean>
  /** The command names too many files to look at. */
  tooMany(): boolean
}

const most = { lookups: 2_000, entries: 20_000, path: 4_096 } as const

/**
 * Judging is pure, so it cannot look at the disk. What it asks for is recorded and taken as the text says, then looked
 * up, and the command is judged again.
 */
export function linksOf(disk: Partial<Disk>, workspace: string): Links {
  let left: number = most.lookups
  let entriesLeft: number = most.entries
  const real = async (path: string) => (disk.real ? await orElse(disk.real(path), normalise(path)) : normalise(path))

  async function entriesOf(directory: string): Promise<readonly Entry[]> {
    const found = disk.entries && left-- > 0 ? await orElse(disk.entries(directory), []) : []
    entriesLeft -= found.length
    return found
  }

  async function linksIn(root: string): Promise<readonly Link[]> {
    const links: Link[] = []
    const directories = new Set([normalise(root)])
    for (const directory of directories) {
      if (left <= 0 || entriesLeft <= 0) break
      for (const { name, kind } of await entriesOf(directory)) {
        const path = `${directory}/${name}`
        if (kind === "directory") directories.add(path)
        if (kind !== "link" || left-- <= 0) continue
        const target = await real(path)
        links.push({ name, target })
        // What is outside counts as a whole.
        if (isWithin(target, workspace)) directories.add(target)
      }
    }
    return links
  }

  const paths = lookup(real, (path) => normalise(path))
  const entries = lookup(entriesOf, () => [])
  const trees = lookup(linksIn, () => [])
  return {
    follow: paths.of,
    entries: entries.of,
    linksBelow: trees.of,
    async look() {
      left -= paths.wanted()
      if (left <= 0 || entriesLeft <= 0) return false
      const found = [await paths.look(), await entries.look(), await trees.look()]
      return found.some(Boolean)
    },
    tooMany: () => left <= 0 || entriesLeft <= 0,
  }
}

/** Answers that are known, and questions for the next look. */
function lookup<Answer>(ask: (path: string) => Promise<Answer>, assumed: (path: string) => Answer) {
  const known = new Map<string, Answer>()
  const wanted = new Set<string>()
  return {
    of(path: string): Answer {
      const found = known.get(path)
      if (found !== undefined) return found
      if (path.length <= most.path && wanted.size < most.lookups) wanted.add(path)
      return assumed(path)
    },
    wanted: () => wanted.size,
    async look(): Promise<boolean> {
      const asked = [...wanted]
      wanted.clear()
      for (const path of asked) known.set(path, await ask(path))
      return asked.length > 0
    },
  }
}

// A path that cannot be resolved here, such as one that is too long, is just as unusable for the command.
async function orElse<Found>(found: Promise<Found>, otherwise: Found): Promise<Found> {
  try {
    return await found
  } catch {
    return otherwise
  }
}
