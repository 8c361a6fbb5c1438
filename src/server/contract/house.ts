import { z } from "zod"
import type { Check } from "../../agent/checkup.ts"
import type { ProviderModels } from "../../models/model-list.ts"
import { permissionMode } from "../../session/event/common.ts"
import type { Adopted, Report } from "../../store/contract.ts"
import { flagIn } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

/**
 * How large an exported session may be to be taken in. A log is in memory as a whole when it is adopted, in the thread
 * that reads it and in that of the store: 100 MB were seen to take 1.5 GB for a moment, 2.3 GB if made to take much.
 */
const importLimit = 128 * 1024 * 1024

const fields = {
  resume: z
    .enum(["auto", "ask", "off"])
    .meta({ description: "what a start does with turns that were cut off: go on; settle what is known; nothing" }),
  model: z.string().min(1).max(1000).nullable().meta({ description: "for new sessions that name none" }),
  permissionMode: permissionMode.nullable().meta({ description: "for new sessions that name none" }),
  driven: z.int().min(1).max(1000).meta({ description: "how many sessions work at once; others wait" }),
}

/** What a person can set for this server; kept in the store. */
export const settings = z.object({
  resume: fields.resume.default("auto"),
  model: fields.model.default(null),
  permissionMode: fields.permissionMode.default(null),
  driven: fields.driven.default(64),
})
export type ServerSettings = z.infer<typeof settings>

// Without the defaults: what a change does not name must stay as it was.
const settingsChange = z.strictObject(fields).partial()

/** The server itself: models, settings, health. */
export const houseEndpoints = endpoints({
  "GET /api/models": {
    tag: "house",
    summary: "What each provider offers here, and what is used where none is named",
    status: 200,
    answer: z.object({
      providers: typed<ProviderModels[]>("Providers with their models, or why there are none"),
      found: z.object({
        model: z.string().nullable().meta({ description: "null where none is found, or several" }),
        why: z.string(),
        scripted: z.boolean().meta({ description: "it is the demo: no model is behind it" }),
        looked: z
          .array(z.object({ what: z.string(), found: z.string().nullable() }))
          .meta({ description: "where was looked, in order, and what was there; empty where one is set" }),
      }),
    }),
  },
  "GET /api/settings": { tag: "house", summary: "The settings of the server", status: 200, answer: settings },
  "PATCH /api/settings": {
    tag: "house",
    summary: "Change settings; what is absent stays as it was",
    body: settingsChange,
    intent: "without a key",
    status: 200,
    answer: settings,
    problems: ["invalid"],
  },
  "GET /api/health": {
    tag: "house",
    summary: "Whether it works; with a token, in depth",
    open: true,
    status: 200,
    answer: z.object({
      status: z.enum(["ok", "degraded", "stopping"]),
      version: z.string(),
      deep: z
        .object({
          startedAt: z.string(),
          store: z.object({ status: z.enum(["ok", "failed"]), ms: z.number(), message: z.string().optional() }),
          engines: z.array(
            z.object({ status: z.enum(["ok", "slow", "starting"]), driving: z.int(), lagMs: z.number() }),
          ),
          driving: z.int(),
          waiting: z.int().meta({ description: "sessions that wait until another one rests" }),
          streams: z.int(),
          memory: z.object({ rss: z.int(), heap: z.int() }),
          eventLoopMs: z.number().meta({ description: "how late the event loop was at its latest, p99" }),
        })
        .optional(),
    }),
  },
  "GET /api/doctor": {
    tag: "house",
    summary: "The storage and the memory of the project, looked over",
    query: z.object({
      verify: flagIn.default(false).meta({ description: "check every stored byte" }),
      project: z.string().max(4096).optional().meta({ description: "whose memory is looked at too" }),
    }),
    status: 200,
    answer: z.object({
      sound: z.boolean(),
      checks: typed<Check[]>("What was looked at: id, name, status (ok, note, warn, fail), found, advice"),
      verification: typed<Report | null>("How much was checked, and every problem that was found"),
    }),
    problems: ["busy"],
  },
  "POST /api/import": {
    tag: "house",
    summary: "Take in a session that was exported as jsonl (128 MiB at most) or json (32 MiB at most)",
    query: z.object({ copy: flagIn.default(false) }),
    body: "bytes",
    limit: importLimit,
    intent: "without a key",
    status: 201,
    answer: typed<Adopted>("The session, whether it was new here, extended or unchanged, and its events"),
    problems: ["invalid", "exists", "erased", "newer", "low-space", "too-large", "busy"],
  },
  "GET /api/openapi.json": {
    tag: "house",
    summary: "This document",
    open: true,
    status: 200,
    answer: typed<Record<string, unknown>>("OpenAPI 3.1"),
  },
})
