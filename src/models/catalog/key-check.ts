import type { HttpFetch } from "../stream/http-fetch.ts"
import { localFetch } from "../stream/local-fetch.ts"
import { listRequest } from "./model-list.ts"
import type { Endpoint } from "./providers.ts"

/** What a provider says of a key; `why` is for people. It is `unproven` if the provider answers without one, too. */
export type KeyCheck = { status: "accepted" } | { status: "rejected" | "unproven" | "unreachable"; why: string }

/** Checks an endpoint and its key by asking for the list of models, which costs nothing. */
export async function checkKey(
  endpoint: Endpoint,
  { fetch = endpoint.local ? localFetch : globalThis.fetch, timeoutMs = 10_000 }: KeyCheckOptions = {},
): Promise<KeyCheck> {
  const { host } = new URL(endpoint.baseUrl)
  const ask = async (of: Endpoint) => {
    const { url, headers } = listRequest(of)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: "GET", headers, redirect: "error", signal })
    return { status: response.status, ok: response.ok, text: await response.text() }
  }
  try {
    const { status, ok, text } = await ask(endpoint)
    if (status === 401 || isGoogleRejection(text)) return { status: "rejected", why: `${host} answered ${status}` }
    if (status === 403) return { status: "unproven", why: `${host} answered 403: the key may not list models` }
    if (!ok) return { status: "unreachable", why: `${host} answered ${status}` }
    // Many servers list their models for anyone.
    if (!endpoint.key || endpoint.dialect !== "openai-compatible") return { status: "accepted" }
    const { key: _, ...anonymous } = endpoint
    return (await ask(anonymous)).ok
      ? { status: "unproven", why: `${host} lists its models without a key, too` }
      : { status: "accepted" }
  } catch (error) {
    return { status: "unreachable", why: `${host} did not answer (${causeOf(error)})` }
  }
}

type KeyCheckOptions = { fetch?: HttpFetch; timeoutMs?: number }

// Google answers 400 to a wrong key.
function isGoogleRejection(text: string): boolean {
  return text.includes("API_KEY_INVALID")
}

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (cause instanceof Error) return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message
  return String(cause)
}
