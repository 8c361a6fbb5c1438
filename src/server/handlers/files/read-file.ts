import { stat } from "node:fs/promises"
import { orRefused } from "../../../agent/tool-calls/file-refusal.ts"
import { HoldfastError } from "../../../session/error.ts"
import { hashOf, largestFile } from "../../../tools/files/file-content.ts"
import { decodeText, type TextStyle } from "../../../tools/files/file-text.ts"
import { readRealFile } from "../../../tools/files/real-file.ts"
import { fileLimit } from "../../contract/files.ts"
import { type FileContext, resolveAccess } from "./file-context.ts"
import { shownPath } from "./tree.ts"

type ReadFile = {
  path: string
  bytes: number
  hash: string | null
  text: string | null
  encoding: TextStyle["encoding"] | null
}

/** A workspace file as text, with the hash of the whole file. */
export async function readFile(context: FileContext, path: string): Promise<ReadFile> {
  const { path: real } = await resolveAccess(context, path)
  const shown = shownPath(real, context)
  const there = await orRefused(path, () => stat(real))
  if (there.isFile() && there.size > largestFile) {
    return { path: shown, bytes: there.size, hash: null, text: null, encoding: null }
  }
  const content = await orRefused(path, () => readRealFile(real, { shown }))
  if (!content) throw new HoldfastError("not-found", `${JSON.stringify(path)} is not there.`)
  const { bytes } = content
  const decoded = bytes.length > fileLimit ? undefined : decodeText(bytes)
  return {
    path: shown,
    bytes: bytes.length,
    hash: hashOf(bytes),
    text: decoded?.text ?? null,
    encoding: decoded?.encoding ?? null,
  }
}
