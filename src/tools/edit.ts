import { z } from "zod"
import type { Edit } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { explainMiss } from "./files/edit-miss.ts"
import { decodeText, encodeText, type FileText, lineEndingOf, withEnding, withLineFeeds } from "./files/file-text.ts"
import { knownContent } from "./files/known-file.ts"
import { pathArgument, placeOf, touchablePlace } from "./files/workspace-path.ts"

const schema = z.object({
  path: pathArgument,
  old: z.string().min(1),
  new: z.string(),
  all: z.boolean().optional(),
})

/** Replaces a piece of text in a file. */
export const editTool: Edit<z.infer<typeof schema>> = {
  kind: "edit",
  name: "edit",
  description:
    "Replaces `old` by `new` in a file that you have read. `old` must be in it exactly once: add lines around it, or set `all`.",
  schema,
  aliases: {
    old_string: "old",
    oldString: "old",
    old_str: "old",
    oldText: "old",
    old_text: "old",
    search: "old",
    find: "old",
    new_string: "new",
    newString: "new",
    new_str: "new",
    newText: "new",
    new_text: "new",
    replace: "new",
    replacement: "new",
    replace_all: "all",
    replaceAll: "all",
  },
  access: async ({ path }, context) => ({ kind: "write", places: [await placeOf(path, context)] }),
  draft: (args, context) =>
    orFailed(async () => {
      const place = await touchablePlace(args.path, context, "write")
      const content = await knownContent(place, context)
      if (!content) return failed(`${place.shown} does not exist: make it with write.`)
      const file = decodeText(content.bytes)
      if (!file) return failed(`${place.shown} is binary: it cannot be edited as text.`)
      if (withLineFeeds(args.old) === withLineFeeds(args.new))
        return failed("`old` and `new` are the same: say what shall change.")
      const text = replaced(file, args, place.shown)
      if (typeof text !== "string") return text
      return { drafts: [{ path: place.path, before: content.bytes, after: encodeText(text, file) }] }
    }),
}

function replaced(file: FileText, { old, new: replacement, all }: z.infer<typeof schema>, shown: string) {
  // The model writes line feeds whatever the file has: a line end matches a line end.
  const source = withLineFeeds(old)
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replaceAll("\n", "(?:\\r\\n|(?<!\\r)\\n)")
  const places = [...file.text.matchAll(new RegExp(`(?=${source})`, "g"))]
  if (places.length === 0) return failed(explainMiss(withLineFeeds(file.text), withLineFeeds(old), shown))
  if (places.length > 1 && !all) {
    const lines = places.slice(0, 5).map(({ index }) => file.text.slice(0, index).split("\n").length)
    const where = `at ${lines.map((line) => `line ${line}`).join(", ")}${places.length > 5 ? ", ..." : ""}`
    return failed(
      `\`old\` is in ${shown} ${places.length} times (${where}): add lines around the one that you mean, or say "all": true.`,
    )
  }
  return file.text.replace(new RegExp(source, "g"), (match) =>
    withEnding(
      replacement,
      lineEndingOf(match).lineEnding ?? file.lineEnding ?? lineEndingOf(replacement).lineEnding ?? "\n",
    ),
  )
}
