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

// An answer of the API is never a page, whatever somebody manages to put into it.
const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** What an answer has that is no answer of the app: to a request that cannot be read. */
export const refusalHeaders = {
  ...everywhere,
  "content-security-policy": dataPolicy,
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
} as const

/** Sets what every answer has, those included that a handler writes by itself. */
export function setSecurityHeaders(
  outgoing: ServerResponse,
  { path, request }: { path: string; request: string },
): void {
  const isData = path.startsWith("/api/")
  const headers = {
    ...everywhere,
    "x-request-id": request,
    "content-security-policy": isData ? dataPolicy : pagePolicy,
    // A form of a page without an address has no origin either, and the login is a form.
    "referrer-policy": path === "/login" ? "same-origin" : "no-referrer",
    "cache-control": isData || path === "/login" ? "no-store" : "no-cache",
  }
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
}

/** The types that the API answers in. Others are given as plain bytes: nothing of a person or a model becomes a page. */
const dataTypes =
  /^(?:application\/(?:json|x-ndjson|jsonl|octet-stream|pdf)|text\/(?:event-stream|plain|markdown)|image\/(?:png|jpeg|gif|webp|avif|bmp))(?:;|$)/i

/** The type to answer with under /api. */
export function dataType(type: string): string {
  return dataTypes.test(type) ? type : "application/octet-stream"
}
