import type { Api } from "../server/contract/api.ts"
import type { AnswerOf, BodyFor, Bytes, ParamsFor, QueryFor } from "../server/contract/endpoint.ts"
import type { Problem } from "../server/contract/problem.ts"

/** An error that the server returned, as it worded it. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem"
  readonly status: number
  readonly code: Problem["error"]["code"] | "unreachable"
  readonly details: Readonly<Record<string, unknown>>

  constructor(
    status: number,
    { code, message, details = {} }: Pick<Problem["error"], "message" | "details"> & { code: ApiProblem["code"] },
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

type CallInput<T, K extends string> = T extends undefined
  ? { [P in K]?: undefined }
  : object extends T
    ? { [P in K]?: T }
    : { [P in K]: T }

/** What a call of a route takes. */
export type Call<R extends keyof Api> = CallInput<ParamsFor<Api[R]>, "params"> &
  CallInput<QueryFor<Api[R]>, "query"> &
  CallInput<BodyFor<Api[R]>, "body"> & {
    /** The idempotency key of an intent: a retry with it is the same intent. */
    key?: string
    signal?: AbortSignal
    headers?: Record<string, string>
  }

export type Client = {
  /** Calls a route and gives its answer; what is no success is thrown as an `ApiProblem`. */
  call<R extends keyof Api>(route: R, given: Call<R>): Promise<AnswerOf<Api[R]>>
  /** The same, and the response as it is: for files and streams. */
  fetch<R extends keyof Api>(route: R, given: Call<R>): Promise<Response>
}

/** A typed client of the HTTP API, for browsers and for Node. In a browser the cookie says who asks. */
export function apiClient({ base = "", token }: { base?: string; token?: string } = {}): Client {
  const request = async (route: string, given: LooseCall): Promise<Response> => {
    const at = route.indexOf(" ")
    const body = given.body
    const isJson = body !== undefined && !isBytes(body)
    const response = await reach(`${base}${pathOf(route.slice(at + 1), given)}`, {
      method: route.slice(0, at),
      headers: {
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(given.key ? { "idempotency-key": given.key } : {}),
        ...given.headers,
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as Bytes) }),
      ...(body instanceof ReadableStream ? ({ duplex: "half" } as object) : {}),
      ...(given.signal ? { signal: given.signal } : {}),
    })
    if (response.ok) return response
    throw await problemOf(response)
  }
  return {
    fetch: (route, given) => request(route, given as LooseCall),
    async call(route, given) {
      const response = await request(route, given as LooseCall)
      return (response.status === 204 ? undefined : await response.json()) as never
    },
  }
}

type LooseCall = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  key?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}

function pathOf(pattern: string, { params = {}, query = {} }: LooseCall): string {
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

function isBytes(body: unknown): boolean {
  return (
    typeof body === "string" ||
    body instanceof Blob ||
    body instanceof ArrayBuffer ||
    ArrayBuffer.isView(body) ||
    body instanceof ReadableStream
  )
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new ApiProblem(0, { code: "unreachable", message: "The server cannot be reached." })
  }
}

const unreached: ReadonlySet<number> = new Set([502, 503, 504])

async function problemOf(response: Response): Promise<ApiProblem> {
  const text = await response.text()
  try {
    return new ApiProblem(response.status, (JSON.parse(text) as Problem).error)
  } catch {
    // A proxy answers in its own words; some of its status codes mean that the server behind it is down.
    const code = unreached.has(response.status) ? "unreachable" : "internal"
    return new ApiProblem(response.status, { code, message: `The answer was ${response.status}.` })
  }
}
