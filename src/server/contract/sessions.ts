import { z } from "zod"
import type { Event, ForeignEvent } from "../../session/event.ts"
import { limits } from "../../session/limits.ts"
import type { Delta } from "../../session/partial.ts"
import type { SessionState } from "../../session/state.ts"
import type { Receipt } from "../../store/contract.ts"
import { attachments, configuration, flagIn, inputText, landed, page, row, sessionParams, wholeIn } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const title = z.string().min(1).max(1000)
const description = z.object({
  title: title.optional(),
  tags: z.array(z.string().min(1).max(100)).max(100).optional(),
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  trashed: z.boolean().optional(),
})

const draft = z.object({ text: inputText, attachments: attachments.optional() })
const version = z
  .string()
  .max(100)
  .meta({ description: "distinguishes one draft from another; the same for the same text and files" })

const event = typed<Event | ForeignEvent>("One event; see events.schema.json for the data of each type")
const delta = typed<Delta>("A piece of streamed output: the seq of its intent, channel, offset in UTF-16 units, text")

/** Sessions: the list, a session and its settings, and its log. */
export const sessionEndpoints = endpoints({
  "GET /api/sessions": {
    tag: "sessions",
    summary: "A page of sessions, most recently active first",
    query: z.object({
      project: z.string().max(limits.path).optional(),
      status: z.enum(["running", "waiting", "interrupted", "idle"]).optional(),
      tag: z.string().max(100).optional(),
      archived: flagIn.optional(),
      trashed: flagIn.optional(),
      pinned: flagIn.optional(),
      parent: z.string().max(256).optional(),
      q: z.string().min(1).max(1000).optional().meta({ description: "only those in which this text is found" }),
      cursor: z.string().max(1000).optional(),
      limit: wholeIn(1, 200).default(50),
    }),
    status: 200,
    answer: page(row),
    problems: ["invalid"],
  },
  "POST /api/sessions": {
    tag: "sessions",
    summary: "Open a session",
    body: configuration.extend({
      workspace: z.string().min(1).max(limits.path).meta({ description: "the directory to work in, whole path" }),
      title: title.optional(),
    }),
    intent: true,
    status: 201,
    answer: z.object({ id: z.string(), row }),
    problems: ["invalid", "not-found", "key-reused", "low-space"],
  },
  "GET /api/projects": {
    tag: "sessions",
    summary: "Projects and tags, with how many sessions each has",
    status: 200,
    answer: z.object({
      projects: z
        .array(z.object({ project: z.string(), sessions: z.int(), archived: z.int(), updatedAt: z.string() }))
        .meta({ description: "most recently active first; what is archived is counted apart, the trash is not" }),
      tags: z.array(z.object({ tag: z.string(), sessions: z.int() })),
      archived: z.int(),
      trashed: z.int(),
    }),
  },
  "POST /api/sessions/batch": {
    tag: "sessions",
    summary: "Update many sessions at once: archive, tag, trash",
    body: z.object({ ids: z.array(z.string().min(1).max(256)).min(1).max(500), change: description }),
    intent: true,
    status: 202,
    answer: z.object({
      done: z.array(z.string()),
      failed: z.array(z.object({ id: z.string(), code: z.string(), message: z.string() })),
    }),
  },
  "GET /api/sessions/:id": {
    tag: "sessions",
    summary: "The folded state, now or at an earlier event",
    params: sessionParams,
    query: z.object({ at: wholeIn(1, Number.MAX_SAFE_INTEGER).optional() }),
    status: 200,
    answer: z.object({
      row,
      state: typed<SessionState>("The folded state of the session"),
      partials: z.array(delta).meta({ description: "what open intents have streamed so far; none of the past" }),
    }),
    problems: ["not-found", "erased", "damaged"],
  },
  "PATCH /api/sessions/:id": {
    tag: "sessions",
    summary: "Rename, tag, pin or archive a session; trash it, which stops it and refuses inputs, or restore it",
    params: sessionParams,
    body: description,
    intent: true,
    status: 202,
    answer: landed.extend({ row }),
    problems: ["not-found", "erased", "key-reused", "read-only", "newer", "damaged"],
  },
  "PATCH /api/sessions/:id/configuration": {
    tag: "sessions",
    summary: "Set the model, its server, the mode or the permissions",
    params: sessionParams,
    body: configuration,
    intent: true,
    status: 202,
    answer: landed,
    problems: ["invalid", "not-found", "erased", "key-reused", "read-only", "newer", "damaged"],
  },
  "DELETE /api/sessions/:id": {
    tag: "sessions",
    summary: "Trash a session, which stops its turn; or erase it permanently: a second request gets `erased`",
    params: sessionParams,
    query: z.object({
      erase: flagIn.default(false),
      forks: z.enum(["refuse", "copy"]).default("refuse"),
      force: flagIn.default(false).meta({ description: "erase it although commands of it still run: they are ended" }),
    }),
    intent: true,
    status: 202,
    answer: z.object({
      trashed: z.literal(true).optional(),
      seq: z.int().optional(),
      receipt: typed<Receipt>("What was erased, and where copies may be left").optional(),
    }),
    problems: ["not-found", "erased", "has-forks", "owned", "illegal"],
  },
  "GET /api/sessions/:id/events": {
    tag: "sessions",
    summary: "Events after or before a seq; as `text/event-stream`: replay, then live",
    params: sessionParams,
    query: z.object({
      after: wholeIn(0, Number.MAX_SAFE_INTEGER).optional(),
      before: wholeIn(1, Number.MAX_SAFE_INTEGER).optional(),
      limit: wholeIn(1, 2000).default(200),
    }),
    status: 200,
    answer: z.object({
      events: z.array(event).meta({
        description: "in the order of the log, whichever end was asked for; fewer than `limit` where they are large",
      }),
      inputs: z.array(event).meta({
        description:
          "how inputs were accepted and edited before these events that are consumed in them, or that still wait at the head",
      }),
      head: z.int(),
    }),
    problems: ["invalid", "not-found", "erased", "damaged"],
  },
  "GET /api/sessions/:id/draft": {
    tag: "sessions",
    summary: "The draft of a session",
    params: sessionParams,
    status: 200,
    answer: draft.extend({ version }),
    problems: ["not-found", "erased"],
  },
  "PUT /api/sessions/:id/draft": {
    tag: "sessions",
    summary:
      "Save the draft; without text and attachments, delete it. `behind` has the stored draft, whose version is not `from`, in its details",
    params: sessionParams,
    body: draft.extend({
      from: version.optional().meta({ description: "the version to overwrite; without it, any" }),
    }),
    status: 200,
    answer: z.object({ version }),
    problems: ["not-found", "erased", "behind"],
  },
  "PUT /api/sessions/:id/read": {
    tag: "sessions",
    summary: "Mark a session as read up to this event; the mark never moves back",
    params: sessionParams,
    body: z.object({ seq: z.int().min(0) }),
    status: 204,
    answer: "nothing",
    problems: ["not-found", "erased"],
  },
})
