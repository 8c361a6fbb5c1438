import type { z } from "zod"
import type { HttpFetch } from "../stream/http-fetch.ts"
import type { Endpoint } from "./providers.ts"

type Asking = {
  endpoint: Endpoint
  fetch: HttpFetch
  /** Posted as JSON where there is one. */
  body?: unknown
  headers?: Readonly<Record<string, string>>
  timeoutMs?: number
}

/**
 * Asks a server about itself. Null where it does not answer in time or answers something else: what it would have said
 * is a convenience, and a server that is down says so again, as a failure, when it is asked for an answer.
 */
export async function ask<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  { endpoint, fetch, body, headers, timeoutMs = 1000 }: Asking,
): Promise<z.infer<Schema> | null> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(headers ?? (endpoint.key ? { authorization: `Bearer ${endpoint.key}` } : {})),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await response.text()
    return response.ok ? (schema.safeParse(JSON.parse(text)).data ?? null) : null
  } catch {
    return null
  }
}

/** The address of the server without the path of its OpenAI dialect. */
export function serverRoot(endpoint: Endpoint): string {
  return endpoint.baseUrl.replace(/\/v1$/, "")
}
