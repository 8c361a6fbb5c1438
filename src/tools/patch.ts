import { z } from "zod"
import type { AccessedPath } from "../session/accessed-path.ts"
import { HoldfastError } from "../session/error.ts"
import type { Draft, Edit, ToolContext } from "./contract.ts"
import { orFailed } from "./failure.ts"
import { decodeText, encodeText, newFileStyle, type TextStyle } from "./files/file-text.ts"
import { knownContent } from "./files/known-file.ts"
import { applyHunks } from "./files/patch-hunk.ts"
import { type FilePatch, parsePatchText } from "./files/patch-text.ts"
import { placeOf, touchablePlace } from "./files/workspace-path.ts"

const schema = z.object({ patch: z.string().min(1) })

/** Applies a unified diff of one or more files. */
export const patchTool: Edit<z.infer<typeof schema>> = {
  kind: "edit",
  name: "patch",
  description: "Applies a unified diff to files that you have read: all of it or nothing.",
  schema,
  aliases: { diff: "patch", input: "patch", patch_text: "patch", patchText: "patch", content: "patch" },
  access: async ({ patch }, context) => {
    const files = await orFailed(async () => parsePatchText(patch))
    // What cannot be read touches nothing: the draft says so to the model.
    if ("status" in files) return { kind: "none" }
    const paths = new Set(files.flatMap(({ from, to }) => [from, to]).filter((path) => path !== null))
    return { kind: "write", places: await Promise.all([...paths].map((path) => placeOf(path, context))) }
  },
  draft: ({ patch }, context) =>
    orFailed(async () => {
      const files = new Map<string, WorkingFile>()
      for (const file of parsePatchText(patch)) await apply(file, files, context)
      return { drafts: [...files.values()].map(draftOf) }
    }),
}

/** A file as the patch has made it so far; `text` is null where it does not exist. `had` is its mode on the disk. */
type WorkingFile = {
  path: string
  before: Uint8Array | null
  style: TextStyle
  text: string | null
  had?: number
  mode?: number
}

async function apply(patch: FilePatch, files: Map<string, WorkingFile>, context: ToolContext): Promise<void> {
  const source = patch.from === null ? undefined : await open(patch.from, files, context)
  const target = patch.to === null ? undefined : await open(patch.to, files, context)
  const shown = patch.to ?? patch.from ?? ""
  if (source && source.text === null) throw refusal(`${patch.from} does not exist. Use glob to find the right path.`)
  if (target && target !== source && target.text !== null) {
    throw refusal(`${patch.to} exists already. Read it and patch it as it is, or choose another name.`)
  }
  const style = source?.style ?? newFileStyle
  const text = applyHunks(source?.text ?? "", patch.hunks, { shown, lineEnding: style.lineEnding ?? "\n" })
  if (!target) {
    if (patch.hunks.length > 0 && text !== "")
      throw refusal(`${shown} is to be deleted, but the patch leaves lines of it.`)
    if (source) source.text = null
    return
  }
  target.text = text
  target.style = style
  const mode = patch.mode ?? source?.mode
  if (mode !== undefined) target.mode = mode
  if (source && source !== target && !patch.copy) source.text = null
}

async function open(path: string, files: Map<string, WorkingFile>, context: ToolContext): Promise<WorkingFile> {
  const place = await touchablePlace(path, context, "write")
  const known = files.get(place.path)
  if (known) return known
  const file = await load(place, context)
  files.set(place.path, file)
  return file
}

async function load(place: AccessedPath, context: ToolContext): Promise<WorkingFile> {
  const content = await knownContent(place, context)
  if (!content) return { path: place.path, before: null, style: newFileStyle, text: null }
  const decoded = decodeText(content.bytes)
  if (!decoded) throw refusal(`${place.shown} is binary: it cannot be patched as text.`)
  const { text, ...style } = decoded
  return { path: place.path, before: content.bytes, style, text, had: content.mode, mode: content.mode }
}

function draftOf({ path, before, style, text, had, mode }: WorkingFile): Draft {
  const after = text === null ? null : encodeText(text, style)
  return { path, before, after, ...(mode === undefined || mode === had ? {} : { mode }) }
}

const refusal = (why: string) => new HoldfastError("invalid", `The patch does not fit and nothing was changed: ${why}`)
