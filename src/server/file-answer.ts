/** Nothing in a file of a session may run in a page of ours, whatever a browser takes it for. */
const sandbox = { "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'" }

/** The headers of a file that is kept, not shown. */
export const attachmentHeaders = (name: string) => fileHeaders("attachment", name)

/** The headers of a file under a name. Only plain characters of it are told: a header can hold no others. */
export function fileHeaders(disposition: "attachment" | "inline", name: string): Record<string, string> {
  const safe = name.replace(/[^\w.-]+/g, "_").slice(-100) || "file"
  return { "content-disposition": `${disposition}; filename="${safe}"`, ...sandbox }
}

/**
 * Streams text as it is made. The first piece is awaited: what fails before it is told as a problem. What fails later
 * must break the connection, which is for `broken` to do: a file that was cut short must not look whole.
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
