import { isUtf8 } from "node:buffer"
import { HoldfastError } from "../../session/error.ts"

const encodings = ["utf-8", "utf-16le", "utf-16be", "latin-1"] as const

/** How a text file is written down: all that an edit must keep. */
export type TextStyle = {
  encoding: (typeof encodings)[number]
  byteOrderMark: boolean
  /** What most of its lines end in; null where it has one line only. */
  lineEnding: "\n" | "\r\n" | null
  /** Some lines end otherwise. */
  mixed: boolean
}

export type FileText = TextStyle & { text: string }

/** Reads bytes as text without losing any of them, or undefined where they are no text. */
export function decodeText(bytes: Uint8Array): FileText | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [encoding, markLength] = encodingOf(buffer)
  const body = buffer.subarray(markLength)
  const wide = encoding === "utf-16le" || encoding === "utf-16be"
  if (wide ? body.length % 2 === 1 : body.subarray(0, 8192).includes(0)) return undefined
  const text = decoders[encoding](body)
  return { text, encoding, byteOrderMark: markLength > 0, ...lineEndingOf(text) }
}

/** Writes text down in the style of a file. What Latin-1 cannot hold is refused. */
export function encodeText(text: string, { encoding, byteOrderMark }: TextStyle): Uint8Array {
  if (encoding === "latin-1") {
    const foreign = [...text].find((character) => (character.codePointAt(0) ?? 0) > 0xff)
    if (foreign) {
      throw new HoldfastError(
        "invalid",
        `The file is encoded in Latin-1, which cannot hold "${foreign}". Use other characters, or rewrite the whole file as UTF-8.`,
      )
    }
  }
  return encoders[encoding](byteOrderMark ? `\ufeff${text}` : text)
}

/** The line ending that most lines have, if any has one. */
export function lineEndingOf(text: string): Pick<TextStyle, "lineEnding" | "mixed"> {
  const all = text.split("\n").length - 1
  const windows = text.split("\r\n").length - 1
  if (all === 0) return { lineEnding: null, mixed: false }
  return { lineEnding: windows * 2 > all ? "\r\n" : "\n", mixed: windows > 0 && windows < all }
}

/** Text with plain line feeds. */
export const withLineFeeds = (text: string) => text.replaceAll("\r\n", "\n")

/** Text whose lines all end in the given way. */
export const withEnding = (text: string, lineEnding: "\n" | "\r\n") => withLineFeeds(text).replaceAll("\n", lineEnding)

/** The style of a file that does not exist yet. */
export const newFileStyle: TextStyle = { encoding: "utf-8", byteOrderMark: false, lineEnding: null, mixed: false }

/** New text for a file, written down as the old one was; in UTF-8 where that cannot hold it. */
export function rewritten(text: string, old: FileText | undefined): Uint8Array {
  if (!old || old.text === "") return encodeText(text, old ?? newFileStyle)
  const marked = old.byteOrderMark ? text.replace(/^\ufeff/, "") : text
  const whole = old.mixed || !old.lineEnding ? marked : withEnding(marked, old.lineEnding)
  const fits = old.encoding !== "latin-1" || /^[\0-\xff]*$/.test(whole)
  return encodeText(whole, fits ? old : newFileStyle)
}

/** Lines as people count them: a final line ending starts no new line. */
export function linesOf(text: string): string[] {
  const lines = withLineFeeds(text).split("\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
}

function encodingOf(buffer: Buffer): [TextStyle["encoding"], number] {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf) {
    return isUtf8(buffer) ? ["utf-8", 3] : ["latin-1", 0]
  }
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return ["utf-16le", 2]
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return ["utf-16be", 2]
  return [isUtf8(buffer) ? "utf-8" : "latin-1", 0]
}

const decoders: Record<TextStyle["encoding"], (buffer: Buffer) => string> = {
  "utf-8": (buffer) => buffer.toString("utf8"),
  "utf-16le": (buffer) => buffer.toString("utf16le"),
  "utf-16be": (buffer) => Buffer.from(buffer).swap16().toString("utf16le"),
  "latin-1": (buffer) => buffer.toString("latin1"),
}

const encoders: Record<TextStyle["encoding"], (text: string) => Uint8Array> = {
  "utf-8": (text) => Buffer.from(text, "utf8"),
  "utf-16le": (text) => Buffer.from(text, "utf16le"),
  "utf-16be": (text) => Buffer.from(text, "utf16le").swap16(),
  "latin-1": (text) => Buffer.from(text, "latin1"),
}
