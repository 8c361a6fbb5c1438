import { realpath } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { beginningInside, orNothing } from "../project-facts.ts"

/** The beginning of a file of the person's own. A link may lead anywhere: whoever made it is the person. */
export async function beginningOfOwn(
  path: string,
  bytes: number,
): Promise<{ text: string; whole: boolean } | undefined> {
  const real = await orNothing(realpath(path))
  return real === undefined ? undefined : beginningInside(dirname(real), basename(real), bytes)
}
