import { z } from "zod"
import type { ProblemCode } from "./problem.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** A method and a path, such as `GET /api/sessions/:id`: the name of an endpoint. */
export type Route = `${Method} /${string}`

/** What an endpoint takes and gives. Validation, the OpenAPI document and the types of the client are made from it. */
export type Endpoint = {
  tag: Tag
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON; where it is `bytes`, the body is the thing itself, streamed. */
  body?: z.ZodType | "bytes"
  /** The largest body; `bodyLimit` where none is said. */
  limit?: number
  /**
   * A person's intent: leaves an audit line, and is refused while the server stops. It takes an `Idempotency-Key`, unless
   * done twice it is the same anyway, or meant to be another one.
   */
  intent?: true | "without a key"
  /** Needs no token. */
  open?: true
  /** Looks at the files of the session, or changes them: only where its workspace is in the roots of the server. */
  workspace?: true
  status: 200 | 201 | 202 | 204
  /** JSON of this form; nothing; or what the endpoint writes by itself. */
  answer: z.ZodType | "nothing" | "bytes" | "events"
  /** What can go wrong here, beside what can go wrong everywhere. */
  problems?: readonly ProblemCode[]
}

export const tags = ["sessions", "inputs", "history", "views", "files", "house", "access", "stream"] as const
type Tag = (typeof tags)[number]

/** How large a JSON body may be. */
export const bodyLimit = 2 * 1024 * 1024

/** Groups endpoints by their route and keeps the types of each. */
export const endpoints = <const T extends Record<Route, Endpoint>>(group: T): T => group

/** A form that is defined elsewhere, as a type: what it holds is told in words. */
export const typed = <T>(description: string) => z.custom<T>().meta({ description })

type Infer<T> = T extends z.ZodType ? z.infer<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<E, K extends string> = E extends Record<K, infer T> ? T : undefined

/** What a handler is given, after validation. */
export type ParamsOf<E extends Endpoint> = Infer<Part<E, "params">>
export type QueryOf<E extends Endpoint> = Infer<Part<E, "query">>
export type BodyOf<E extends Endpoint> = Infer<Part<E, "body">>

/** A body that is the thing itself. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** What a caller gives. */
export type ParamsFor<E extends Endpoint> = Input<Part<E, "params">>
export type QueryFor<E extends Endpoint> = Input<Part<E, "query">>
export type BodyFor<E extends Endpoint> = Part<E, "body"> extends "bytes" ? Bytes : Input<Part<E, "body">>

export type AnswerOf<E extends Endpoint> = E["answer"] extends z.ZodType ? z.infer<E["answer"]> : undefined
