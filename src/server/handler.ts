import type { IncomingMessage, ServerResponse } from "node:http"
import type { Actor } from "../session/event.ts"
import type { Api } from "./contract/api.ts"
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from "./contract/endpoint.ts"

/** One request, after its form was checked. */
type Given<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  request: Asked
}

/** Who asks, and how. */
export type Asked = {
  /** The id of the request, as in the log. */
  id: string
  /** The person and the device that an intent is signed with; undefined on open endpoints without a token. */
  by: Actor | undefined
  /** The `Idempotency-Key`. */
  key: string | undefined
  header(name: string): string | undefined
  /** Aborted when the caller is gone. */
  signal: AbortSignal
  /** The body of endpoints that take bytes: fails with `too-large` beyond the limit of the endpoint. */
  bytes(): AsyncIterable<Uint8Array>
  /** The address that the request came from. */
  address: string
  /** The request and the response of Node, for those who stream by themselves. */
  node: { incoming: IncomingMessage; outgoing: ServerResponse }
}

/** An answer that a handler shapes itself. `sent`: it has written to the response of Node. */
export type OwnAnswer = Response | "sent"

export type Handler<E extends Endpoint> = (given: Given<E>) => Promise<AnswerOf<E> | OwnAnswer>

/** Handlers for some of the routes. */
export type Handlers<R extends keyof Api> = { readonly [Route in R]: Handler<Api[Route]> }
