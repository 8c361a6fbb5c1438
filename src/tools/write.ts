import { z } from "zod"
import type { Edit } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { largestFile } from "./files/file-content.ts"
import { decodeText, encodeText, type FileText, rewritten, withEnding } from "./files/file-text.ts"
import { knownContent } from "./files/known-file.ts"
import { pathArgument, placeOf, touchablePlace } from "./files/workspace-path.ts"

const schema = z.object({
  path: pathArgument,
  content: z.string(),
  append: z.boolean().optional().describe("add to the end"),
})

/** Writes a whole file, or adds to its end. */
export const writeTool: Edit<z.infer<typeof schema>> = {
  kind: "edit",
  name: "write",
  description:
    "Writes a whole file and makes missing directories. Read an existing file first. Write a long file in parts, all but the first with `append`.",
  schema,
  aliases: { contents: "content", text: "content", file_text: "content", code: "content", body: "content" },
  access: async ({ path }, context) => ({ kind: "write", places: [await placeOf(path, context)] }),
  draft: ({ path, content, append = false }, context) =>
    orFailed(async () => {
      const place = await touchablePlace(path, context, "write")
      const before = await knownContent(place, context)
      const old = before ? decodeText(before.bytes) : undefined
      if (append && before && !old) return failed(`${place.shown} is binary: nothing can be added to it as text.`)
      const after = append && old ? withEnd(old, content) : inStyleOf(content, old)
      if (after.length > largestFile)
        return failed(`${place.shown} would be over 10 MB: write less, or make it by a command.`)
      return { drafts: [{ path: place.path, before: before?.bytes ?? null, after }] }
    }),
}

/** New content in the style of the old one. A final line ending that the file had is not lost by oversight. */
function inStyleOf(content: string, old: FileText | undefined): Uint8Array {
  const isCut = old?.text.endsWith("\n") && content !== "" && content !== "\ufeff" && !content.endsWith("\n")
  return rewritten(isCut ? `${content}\n` : content, old)
}

/** The file as it is, and what comes after its end, with the line ends that it has. */
function withEnd(old: FileText, content: string): Uint8Array {
  const ending = old.mixed ? null : old.lineEnding
  return encodeText(old.text + (ending ? withEnding(content, ending) : content), old)
}
