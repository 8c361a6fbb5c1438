import { realpath } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { beginningInside, orNothing } from "../facts/project-facts.ts"

/** The beginning of a file of the person's own. It may be a link to anywhere, since the person made it. */
export async function beginningOfOwn(
  path: string,
  bytes: number,
): Promise<{ text: string; whole: boolean } | undefined> {
  const real = await orNothing(realpath(path))
  return real === undefined ? undefined : beginningInside(dirname(real), basename(real), bytes)
}
