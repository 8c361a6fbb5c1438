import { limits } from "../../../session/limits.ts"
import type { Store } from "../../../store/contract.ts"
import { HttpProblem } from "../../http/http-problem.ts"
import { kindOf, kinds, mediaTypes } from "./kind.ts"

/** Stores an attachment. Its type is detected from its bytes, not taken from the caller. Durable. */
export async function keepAttachment(store: Pick<Store, "putBlob">, name: string, body: AsyncIterable<Uint8Array>) {
  const bytes = Buffer.concat(await Array.fromAsync(body))
  const kind = kindOf(bytes)
  if (kind === undefined) {
    throw new HttpProblem(
      "unsupported-media",
      "An attachment must be an image (PNG, JPEG, GIF, WebP), a PDF or UTF-8 text. Nothing was stored.",
      { details: { accepted: kinds.map((each) => mediaTypes[each]) } },
    )
  }
  const ref = await store.putBlob(bytes, mediaTypes[kind])
  return { blob: ref.blob, bytes: ref.bytes, mediaType: mediaTypes[kind], name: safeName(name) }
}

/** The base name of a path, without control and bidirectional characters. */
function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ""
  const clean = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim()
  return clean === "" || /^\.+$/.test(clean) ? "attachment" : clean.slice(0, limits.name).toWellFormed()
}
