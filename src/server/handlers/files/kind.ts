import { isUtf8 } from "node:buffer"

/** The kinds of attachments, detected from their bytes. */
export const kinds = ["png", "jpeg", "gif", "webp", "pdf", "txt"] as const
export type Kind = (typeof kinds)[number]

/** The media type in the log and for models. */
export const mediaTypes = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain",
} as const satisfies Record<Kind, string>

/** The media type for browsers: anything that could run a script is served as plain text. */
export const shownTypes = {
  ...mediaTypes,
  pdf: "application/octet-stream",
  txt: "text/plain; charset=utf-8",
} as const satisfies Record<Kind, string>

const marks: ReadonlyArray<readonly [Kind, ReadonlyArray<readonly [at: number, text: string]>]> = [
  ["png", [[0, "\x89PNG\r\n\x1a\n"]]],
  ["jpeg", [[0, "\xff\xd8\xff"]]],
  ["gif", [[0, "GIF87a"]]],
  ["gif", [[0, "GIF89a"]]],
  [
    "webp",
    [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  ],
  ["pdf", [[0, "%PDF-"]]],
]

/** Detects the kind; undefined if it is none of these. Bytes with a NUL are not text. */
export function kindOf(bytes: Uint8Array): Kind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = marks.find(([, parts]) =>
    parts.every(([at, text]) => buffer.subarray(at, at + text.length).toString("latin1") === text),
  )
  if (found) return found[0]
  return isUtf8(buffer) && !buffer.includes(0) ? "txt" : undefined
}
