import { isUtf8 } from "node:buffer"

/** What an attachment may be, as its bytes tell. */
export const kinds = ["png", "jpeg", "gif", "webp", "pdf", "txt"] as const
export type Kind = (typeof kinds)[number]

/** How each is told to models and kept in the log. */
export const mediaTypes = {
  png: "image/png",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
  txt: "text/plain",
} as const satisfies Record<Kind, string>

/** How each is told to browsers: only what cannot run anything is told as what it is. */
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

/** What some bytes are; undefined where they are nothing of this. A NUL is in no text. */
export function kindOf(bytes: Uint8Array): Kind | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = marks.find(([, parts]) =>
    parts.every(([at, text]) => buffer.subarray(at, at + text.length).toString("latin1") === text),
  )
  if (found) return found[0]
  return isUtf8(buffer) && !buffer.includes(0) ? "txt" : undefined
}
