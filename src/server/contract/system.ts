import { z } from "zod"
import type { ProviderModels } from "../../models/catalog/model-list.ts"
import type { OwnRule } from "../../permissions/rules/own-rules.ts"
import type { Check } from "../../present/checkup.ts"
import { permissionMode } from "../../session/event/common.ts"
import type { Adopted, Report } from "../../store/contract.ts"
import { flagIn } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

/**
 * The largest export that can be imported. Adopting a log holds it in memory, in the importing thread and in the
 * store's: 100 MB were seen to peak at 1.5 GB, a hostile file at 2.3 GB.
 */
const importLimit = 128 * 1024 * 1024

const fields = {
  resume: z.enum(["auto", "ask", "off"]).meta({
    description: "how a start handles interrupted turns: resume them; record the outcomes that are known; nothing",
  }),
  model: z.string().min(1).max(1000).nullable().meta({ description: "for new sessions that name none" }),
  permissionMode: permissionMode.nullable().meta({ description: "for new sessions that name none" }),
  driven: z.int().min(1).max(1000).meta({ description: "how many sessions run at once; others wait" }),
}

/** The server's settings, kept in the store. */
export const settings = z.object({
  resume: fields.resume.default("auto"),
  model: fields.model.default(null),
  permissionMode: fields.permissionMode.default(null),
  driven: fields.driven.default(64),
})
export type ServerSettings = z.infer<typeof settings>

// Without defaults: a setting that a change does not name must stay as it is.
const settingsChange = z.strictObject(fields).partial()

/** The server itself: models, settings, health. */
export const systemEndpoints = endpoints({
  "GET /api/models": {
    tag: "system",
    summary: "The available models by provider, and the default",
    status: 200,
    answer: z.object({
      providers: typed<ProviderModels[]>("Providers with their models, or why there are none"),
      found: z.object({
        model: z.string().nullable().meta({ description: "null where none is found, or several" }),
        why: z.string(),
        scripted: z.boolean().meta({ description: "it is the demo: no model is behind it" }),
        looked: z
          .array(z.object({ what: z.string(), found: z.string().nullable() }))
          .meta({ description: "where models were looked for, in order, and the result; empty if a model is set" }),
      }),
    }),
  },
  "GET /api/settings": { tag: "system", summary: "The settings of the server", status: 200, answer: settings },
  "PATCH /api/settings": {
    tag: "system",
    summary: "Change settings; absent fields stay as they are",
    body: settingsChange,
    intent: "without a key",
    status: 200,
    answer: settings,
    problems: ["invalid"],
  },
  "GET /api/permissions": {
    tag: "system",
    summary: "Your rules that allow, such as answers for always have written",
    status: 200,
    answer: z.object({
      file: z.string(),
      rules: typed<OwnRule[]>("In order: id, the rule, and what it covers in words"),
    }),
    problems: ["invalid"],
  },
  "DELETE /api/permissions/:rule": {
    tag: "system",
    summary: "Revoke one of your rules: what it allowed asks again",
    params: z.object({ rule: z.string().regex(/^[0-9a-f]{16}$/) }),
    intent: "without a key",
    status: 200,
    answer: typed<OwnRule>("The rule that was revoked"),
    problems: ["invalid", "not-found"],
  },
  "GET /api/health": {
    tag: "system",
    summary: "Health of the server; with a token, in detail",
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
    tag: "system",
    summary: "Check settings, rules, model, programs, write access and storage, as `holdfast doctor` does",
    query: z.object({
      verify: flagIn.default(false).meta({ description: "check every stored byte" }),
      project: z
        .string()
        .max(4096)
        .optional()
        .meta({ description: "the directory to check for; default: where the server was started" }),
    }),
    status: 200,
    answer: z.object({
      sound: z.boolean(),
      checks: typed<Check[]>("What was looked at: id, name, status (ok, note, warn, fail), found, advice"),
      verification: typed<Report | null>("How much was checked, and every problem that was found"),
    }),
    problems: ["busy", "forbidden"],
  },
  "POST /api/import": {
    tag: "system",
    summary: "Import a session exported as jsonl (at most 128 MiB) or json (at most 32 MiB)",
    query: z.object({ copy: flagIn.default(false) }),
    body: "bytes",
    limit: importLimit,
    intent: "without a key",
    status: 201,
    answer: typed<Adopted>("The session, whether it was new here, extended or unchanged, and its events"),
    problems: ["invalid", "exists", "erased", "newer", "low-space", "too-large", "busy"],
  },
  "GET /api/openapi.json": {
    tag: "system",
    summary: "This document",
    open: true,
    status: 200,
    answer: typed<Record<string, unknown>>("OpenAPI 3.1"),
  },
})
