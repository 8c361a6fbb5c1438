import type { ServerResponse } from "node:http"

const everywhere = {
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy":
    "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
} as const

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// An API response must never be rendered as a page, whatever it contains.
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Headers of the hand-written response to a malformed request. */
export const refusalHeaders = {
  ...everywhere,
  "content-security-policy": dataPolicy,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const

/** Sets the headers of every response, including those that a handler writes itself. */
export function setSecurityHeaders(
  outgoing: ServerResponse,
  { path, request }: { path: string; request: string },
): void {
  const isData = path.startsWith("/api/")
  const headers = {
    ...everywhere,
    "x-request-id": request,
    "content-security-policy": isData ? dataPolicy : pagePolicy,
    // With no-referrer, form posts have the origin "null", and the login is a form.
    "referrer-policy": path === "/login" ? "same-origin" : "no-referrer",
    "cache-control": isData || path === "/login" ? "no-store" : "no-cache",
  }
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
}

/**
 * Content types of the API. Anything else is sent as plain bytes, so that user or model content never becomes a page.
 */
const dataTypes =
  /^(?:application\/(?:json|x-ndjson|jsonl|octet-stream|pdf)|text\/(?:event-stream|plain|markdown)|image\/(?:png|jpeg|gif|webp|avif|bmp))(?:;|$)/i

/** The content type to use under /api. */
export function dataType(type: string): string {
  return dataTypes.test(type) ? type : "application/octet-stream"
}
