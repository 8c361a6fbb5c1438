import { z } from "zod"
import type { ProblemCode } from "./problem.ts"

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** A method and a path, such as `GET /api/sessions/:id`: the name of an endpoint. */
export type Route = `${Method} /${string}`

/** An endpoint's request and response. Validation, the OpenAPI document and the client's types come from it. */
export type Endpoint = {
  tag: Tag
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** JSON; with `bytes`, the raw body, streamed. */
  body?: z.ZodType | "bytes"
  /** The largest body in bytes; default `bodyLimit`. */
  limit?: number
  /**
   * A person's intent: audited, and refused while the server stops. Takes an `Idempotency-Key`, unless repeating it
   * is harmless or meant.
   */
  intent?: true | "without a key"
  /** Needs no token. */
  open?: true
  /** Reads or changes the session's files: refused if its workspace is outside the server's roots. */
  workspace?: true
  status: 200 | 201 | 202 | 204
  /** The JSON schema; `nothing`; or a body that the handler writes itself. */
  answer: z.ZodType | "nothing" | "bytes" | "events"
  /** Problems beyond those that every endpoint can answer. */
  problems?: readonly ProblemCode[]
}

export const tags = ["sessions", "inputs", "history", "views", "files", "system", "access", "stream"] as const
type Tag = (typeof tags)[number]

export const bodyLimit = 2 * 1024 * 1024

/** Checks a group of endpoints without widening their types. */
export const endpoints = <const T extends Record<Route, Endpoint>>(group: T): T => group

/** A shape that only a TypeScript type defines; the document gets a description instead of a schema. */
export const typed = <T>(description: string) => z.custom<T>().meta({ description })

type Infer<T> = T extends z.ZodType ? z.infer<T> : undefined
type Input<T> = T extends z.ZodType ? z.input<T> : undefined
type Part<E, K extends string> = E extends Record<K, infer T> ? T : undefined

/** What a handler is given, after validation. */
export type ParamsOf<E extends Endpoint> = Infer<Part<E, "params">>
export type QueryOf<E extends Endpoint> = Infer<Part<E, "query">>
export type BodyOf<E extends Endpoint> = Infer<Part<E, "body">>

/** What a client may pass as a raw body. */
export type Bytes = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** What a caller gives. */
export type ParamsFor<E extends Endpoint> = Input<Part<E, "params">>
export type QueryFor<E extends Endpoint> = Input<Part<E, "query">>
export type BodyFor<E extends Endpoint> = Part<E, "body"> extends "bytes" ? Bytes : Input<Part<E, "body">>

export type AnswerOf<E extends Endpoint> = E["answer"] extends z.ZodType ? z.infer<E["answer"]> : undefined
