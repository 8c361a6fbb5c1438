/** Keeps session files from running as part of our origin, whatever type a browser guesses. */
const sandbox = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'" }

/** The headers of a download. */
export const attachmentHeaders = (name: string) => fileHeaders("attachment", name)

/** The headers of a download with a name, reduced to ASCII: headers can hold nothing else. */
export function fileHeaders(disposition: "attachment" | "inline", name: string): Record<string, string> {
  const safe = name.replace(/[^\w.-]+/g, "_").slice(-100) || "file"
  return { "content-disposition": `${disposition}; filename="${safe}"`, ...sandbox }
}

/**
 * Streams text. The first piece is awaited, so that an early failure becomes an error response. On a later one
 * `broken` must destroy the connection: a truncated file must not look complete.
 */
export async function streamed(
  pieces: AsyncGenerator<string>,
  { headers, broken }: { headers: Record<string, string>; broken(error: unknown): void },
): Promise<Response> {
  const encoder = new TextEncoder()
  let held: IteratorResult<string> | undefined = await pieces.next()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = held ?? (await pieces.next())
          held = undefined
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          broken(error)
          controller.close()
        }
      },
      async cancel() {
        await pieces.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { "cache-control": "no-store", ...headers } })
}
