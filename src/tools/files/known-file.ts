import type { AccessedPath } from "../../session/accessed-path.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ToolContext } from "../contract.ts"
import { type FileContent, hashOf } from "./file-content.ts"
import { readRealFile } from "./real-file.ts"

/** A file that the model knows as it is now, or null where there is none. What it has not seen it may not change. */
export async function knownContent(
  place: AccessedPath,
  context: Pick<ToolContext, "seen">,
): Promise<FileContent | null> {
  const { path, shown } = place
  const content = await readRealFile(path, { shown })
  if (!content) return null
  const seen = context.seen(path)
  const call = `read {"path": ${JSON.stringify(shown)}}`
  if (seen === undefined) {
    throw new HoldfastError("invalid", `${shown} exists and you have not read it: read it first with ${call}.`)
  }
  if (seen !== hashOf(content.bytes)) {
    throw new HoldfastError("invalid", `${shown} has changed since you read it: read it first, again, with ${call}.`)
  }
  return content
}
