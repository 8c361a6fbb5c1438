import type { IncomingMessage, ServerResponse } from "node:http"
import type { Actor } from "../session/event.ts"
import type { Api } from "./contract/api.ts"
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from "./contract/endpoint.ts"

/** One validated request. */
type HandlerInput<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: HandlerRequest
}

/** The caller and the raw request. */
export type HandlerRequest = {
  /** The request id, as in the log. */
  id: string
  /** The person and device to sign an intent with; undefined on open endpoints without a token. */
  by: Actor | undefined
  key: string | undefined
  header(name: string): string | undefined
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** The raw body: fails with `too-large` beyond the endpoint's limit. */
  bytes(): AsyncIterable<Uint8Array>
  address: string
  /** Node's request and response, for handlers that stream. */
  node: { incoming: IncomingMessage; outgoing: ServerResponse }
}

/** A response that a handler builds itself. `sent`: it was written to Node's response. */
export type OwnAnswer = Response | "sent"

export type Handler<E extends Endpoint> = (given: HandlerInput<E>) => Promise<AnswerOf<E> | OwnAnswer>

export type Handlers<R extends keyof Api> = { readonly [Route in R]: Handler<Api[Route]> }
