import { parseJson } from "../../base/parse-json.ts"

/** What is known of an error in a call, however it was thrown or reported. */
export type ProviderError = {
  status?: number
  /** Codes and types of the provider, the system and the HTTP client. */
  codes: readonly string[]
  headers: Readonly<Record<string, string>>
  message: string
}

/** Reads an error of the provider packages, of fetch, or an error object that came in the stream. */
export function providerErrorOf(error: unknown): ProviderError {
  const chain = causes(error)
  const codes = new Set<string>()
  let status: number | undefined
  let headers: Readonly<Record<string, string>> = {}
  for (const link of chain) {
    for (const field of ["code", "type", "status"]) {
      const value = link[field]
      if (typeof value === "string") codes.add(value)
      else if (isStatus(value)) status ??= value
    }
    if (isStatus(link.statusCode)) status ??= link.statusCode
    if (isRecord(link.responseHeaders)) headers = link.responseHeaders as Record<string, string>
  }
  return { ...(status === undefined ? {} : { status }), codes: [...codes], headers, message: messageOf(chain, error) }
}

type Fields = Record<string, unknown>

// The error, what it wraps, and what its body says, most telling last.
function causes(error: unknown): Fields[] {
  const found: Fields[] = []
  const waiting: unknown[] = [error]
  while (waiting.length > 0 && found.length < 20) {
    const link = waiting.shift()
    if (!isRecord(link) || found.includes(link)) continue
    found.push(link)
    waiting.push(link.data, link.value, link.error, link.response, parsed(link.responseBody), link.cause)
    if (Array.isArray(link.errors)) waiting.push(...link.errors)
    if (Array.isArray(link)) waiting.push(...link)
  }
  return found
}

// The provider's own words are deepest: `{ error: { message } }` inside a body inside an error.
function messageOf(chain: readonly Fields[], error: unknown): string {
  const body = chain.map((link) => link.responseBody).find((text) => typeof text === "string" && text.trim() !== "")
  const messages = chain.filter((link) => !(link instanceof Error)).flatMap((link) => texts(link))
  const thrown = chain.filter((link) => link instanceof Error).map((link) => String(link.message))
  const best = messages[0] ?? (parsed(body) === undefined ? body : undefined) ?? thrown.findLast((text) => text !== "")
  return String(best ?? error).trim()
}

function texts(link: Fields): string[] {
  return [link.message, link.error, link.detail].filter(
    (text) => typeof text === "string" && text.trim() !== "",
  ) as string[]
}

const parsed = (text: unknown) => (typeof text === "string" && /^\s*[[{]/.test(text) ? parseJson(text) : undefined)

function isStatus(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 100 && value < 600
}

function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null
}
