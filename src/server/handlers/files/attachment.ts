import { limits } from "../../../session/limits.ts"
import type { Store } from "../../../store/contract.ts"
import { HttpProblem } from "../../http-problem.ts"
import { kindOf, kinds, mediaTypes } from "./kind.ts"

/** Keeps what goes with an input. It is what its bytes say, whatever the caller calls it. Durable. */
export async function keepAttachment(store: Pick<Store, "putBlob">, name: string, body: AsyncIterable<Uint8Array>) {
  const bytes = Buffer.concat(await Array.fromAsync(body))
  const kind = kindOf(bytes)
  if (kind === undefined) {
    throw new HttpProblem(
      "unsupported-media",
      "This is neither an image (PNG, JPEG, GIF, WebP), nor a PDF, nor text in UTF-8: nothing was kept.",
      { details: { accepted: kinds.map((each) => mediaTypes[each]) } },
    )
  }
  const ref = await store.putBlob(bytes, mediaTypes[kind])
  return { blob: ref.blob, bytes: ref.bytes, mediaType: mediaTypes[kind], name: safeName(name) }
}

/** The last part of a path, without anything that moves a cursor, turns the direction of writing or ends a line. */
function safeName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ""
  const clean = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim()
  return clean === "" || /^\.+$/.test(clean) ? "attachment" : clean.slice(0, limits.name).toWellFormed()
}
