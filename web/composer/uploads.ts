import { limits } from "../../src/session/limits.ts"
import { cell } from "../live/cell.ts"
import type { Attachment } from "../live/draft-state.ts"
import { draftOf, writeDraft } from "../live/drafts.ts"
import { newId } from "../live/new-id.ts"
import { texts } from "../texts.ts"
import { notify } from "../ui/notices.ts"

/** The size limit of an attachment, as on the server. */
const bytesAtMost = 20 * 1024 * 1024

/** A running or failed upload. */
export type Upload = {
  id: string
  session: string
  file: File
  /** Draft text to replace once uploaded; removing it earlier could lose both. */
  instead: string | undefined
  /** Progress from 0 to 1. */
  share: number
  problem: { message: string; again: boolean } | null
}

/** Uploads of all sessions, so that switching sessions does not stop them. */
export const uploads = cell<readonly Upload[]>([])

const requests = new Map<string, XMLHttpRequest>()
const pictures = new Map<string, string>()

/** The image URL of an attachment: local if attached on this page, otherwise from the server's draft. */
export function pictureOf(session: string, { blob, mediaType }: Attachment): string | undefined {
  if (!mediaType?.startsWith("image/")) return undefined
  return pictures.get(blob) ?? `/api/sessions/${encodeURIComponent(session)}/blobs/${blob}`
}

/** Attaches files to a session's draft, replacing the text `instead`, if given. */
export function attach(session: string, files: Iterable<File>, { instead }: { instead?: string } = {}): void {
  for (const file of files) {
    const there = draftOf(session).attachments.length + uploads.get().filter((one) => one.session === session).length
    if (there >= limits.attachments) {
      notify(texts.composer.tooMany(limits.attachments))
      return
    }
    const upload: Upload = { id: newId(), session, file, instead, share: 0, problem: null }
    uploads.set([...uploads.get(), upload])
    send(upload)
  }
}

/** Cancels or dismisses an upload. */
export function dropUpload(id: string): void {
  requests.get(id)?.abort()
  requests.delete(id)
  uploads.set(uploads.get().filter((upload) => upload.id !== id))
}

export function sendAgain(id: string): void {
  const upload = uploads.get().find((one) => one.id === id)
  if (!upload) return
  change(id, { problem: null, share: 0 })
  send(upload)
}

// Not `fetch`, which cannot report upload progress.
function send({ id, session, file, instead }: Upload): void {
  if (file.size > bytesAtMost) {
    fail(id, { message: texts.composer.tooLarge, again: false })
    return
  }
  const request = new XMLHttpRequest()
  requests.set(id, request)
  request.upload.onprogress = ({ loaded, total }) => change(id, { share: total > 0 ? loaded / total : 0 })
  request.onerror = () => fail(id, { message: texts.composer.unreachable, again: true })
  request.onload = () => {
    requests.delete(id)
    if (request.status !== 201) return fail(id, problemIn(request))
    const attachment = JSON.parse(request.responseText) as Attachment
    if (file.type.startsWith("image/")) pictures.set(attachment.blob, URL.createObjectURL(file))
    dropUpload(id)
    const { text, attachments } = draftOf(session)
    const left = instead === undefined ? text : text.replace(instead, () => "")
    writeDraft(session, { text: left, attachments: [...attachments, attachment] })
  }
  request.open("POST", `/api/blobs?name=${encodeURIComponent((file.name || "attachment").slice(0, 1000))}`)
  request.setRequestHeader("content-type", "application/octet-stream")
  request.send(file)
}

function problemIn({ status, responseText }: XMLHttpRequest): NonNullable<Upload["problem"]> {
  // After signing in again the upload can be retried.
  const again = status >= 500 || status === 429 || status === 401
  try {
    const { error } = JSON.parse(responseText) as { error: { message: string } }
    return { message: error.message, again }
  } catch {
    return { message: texts.composer.notTaken(status), again }
  }
}

function fail(id: string, problem: NonNullable<Upload["problem"]>): void {
  requests.delete(id)
  change(id, { problem })
}

function change(id: string, to: Partial<Upload>): void {
  uploads.set(uploads.get().map((upload) => (upload.id === id ? { ...upload, ...to } : upload)))
}
