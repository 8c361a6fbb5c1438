import { normalise } from "../shell/path-pattern.ts"
import type { Follow } from "../shell/paths.ts"

/** Where paths really lead, as far as that was asked for. */
export type Links = {
  follow: Follow
  /** Looks up what was asked for and not known; false where there was nothing. */
  look(): Promise<boolean>
  /** The command names more files than anyone would look at. */
  tooMany(): boolean
}

const most = 2_000
const longest = 4_096

/**
 * Judging is pure and asks for one path after the other, the disk answers later. So what is not known yet is taken by
 * its name and noted, and the command is judged again with the answers.
 */
export function linksOf(real: ((path: string) => Promise<string>) | undefined): Links {
  const known = new Map<string, string>()
  const wanted = new Set<string>()
  return {
    follow(path) {
      const found = known.get(path)
      if (found !== undefined) return found
      if (real && path.length <= longest && known.size + wanted.size < most) wanted.add(path)
      return normalise(path)
    },
    async look() {
      const paths = [...wanted]
      wanted.clear()
      for (const path of paths) known.set(path, real ? await orByName(real, path) : normalise(path))
      return paths.length > 0
    },
    tooMany: () => known.size >= most,
  }
}

// What cannot be followed here, such as a name that is too long, the command cannot follow either.
async function orByName(real: (path: string) => Promise<string>, path: string): Promise<string> {
  try {
    return await real(path)
  } catch {
    return normalise(path)
  }
}
