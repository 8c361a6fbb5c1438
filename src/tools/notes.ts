import { join } from "node:path"
import type { Access } from "../session/accessed-path.ts"
import type { AccessContext, Draft, ToolContext } from "./contract.ts"
import { readContent } from "./files/file-content.ts"
import { touchablePlace } from "./files/workspace-path.ts"

/** The files that the agent keeps about a project, in the directory of its notes. */
export const noteFiles = { memory: "memory.json", notepad: "notepad.md" } as const

type NoteFile = keyof typeof noteFiles

/** What a tool that reads or writes notes touches. */
export async function notesAccess(
  context: AccessContext,
  kind: "read" | "write",
  files: readonly NoteFile[],
): Promise<Access> {
  return { kind, places: await Promise.all(files.map((file) => place(context, file, kind))) }
}

/** The text of a note file, empty where there is none yet. */
export async function readNote(context: ToolContext, file: NoteFile): Promise<string> {
  return textOf(await bytesOf(context, file))
}

/** The draft that changes the text of a note file. No `seen` is asked for: a note tool adds to what is there. */
export async function noteDraft(
  context: ToolContext,
  file: NoteFile,
  change: (text: string) => string,
): Promise<Draft> {
  const before = await bytesOf(context, file)
  const { path } = await place(context, file, "write")
  return { path, before, after: Buffer.from(change(textOf(before)), "utf8") }
}

/** The day of an entry. */
export const today = () => new Date().toISOString().slice(0, 10)

const place = (context: AccessContext, file: NoteFile, use: "read" | "write") =>
  touchablePlace(join(context.notes, noteFiles[file]), context, use)

async function bytesOf(context: ToolContext, file: NoteFile): Promise<Uint8Array | null> {
  const { path } = await place(context, file, "read")
  return (await readContent(path))?.bytes ?? null
}

const textOf = (bytes: Uint8Array | null) => (bytes ? Buffer.from(bytes).toString("utf8") : "")
