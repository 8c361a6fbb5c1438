import { z } from "zod"
import type { Undone } from "../../agent/undo.ts"
import { seq } from "../../session/event/common.ts"
import { attachments, inputText, landed, row, seenHead, sessionParams } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const refusals = ["not-found", "erased", "key-reused", "read-only", "newer", "damaged"] as const

/**
 * Going back, and going another way: everything appends, nothing is rewritten. With an idempotency key each is done once,
 * after a crash in the middle too: the same request again does what is left, or tells what came of it. What an undo left
 * alone before it began, and what it does not cover, is told the first time only: it is not in the log.
 */
export const historyEndpoints = endpoints({
  "POST /api/sessions/:id/fork": {
    tag: "history",
    summary: "Begin a new session from an event of this one",
    params: sessionParams,
    body: z.object({ at: seq.optional(), title: z.string().min(1).max(1000).optional() }).default({}),
    intent: true,
    status: 201,
    answer: z.object({ id: z.string(), parent: z.object({ session: z.string(), seq }), row }),
    problems: ["invalid", "low-space", ...refusals],
  },
  "POST /api/sessions/:id/rewind": {
    workspace: true,
    tag: "history",
    summary:
      "Go back to an earlier event; say the last input again; or say the one that a turn began with in other words",
    params: sessionParams,
    body: z.object({
      to: z.union([
        z.object({ seq }),
        z.object({ before: seq }).meta({ description: "the last place before this event to continue from" }),
        z.object({ turns: z.int().min(1) }),
        z.literal("regenerate"),
        z.object({ input: z.string().max(256), text: inputText, attachments: attachments.optional() }),
      ]),
      files: z.boolean().default(false).meta({ description: "put back the files that were changed since, too" }),
      force: z.boolean().default(false).meta({ description: "restore files too that were changed by others since" }),
      head: seenHead,
    }),
    intent: true,
    status: 202,
    answer: landed.extend({
      to: seq,
      input: z.string().nullable(),
      files: typed<Undone | null>("What was put back, and what was left alone and why"),
    }),
    problems: ["invalid", "illegal", "behind", "owned", ...refusals],
  },
  "POST /api/sessions/:id/undo": {
    workspace: true,
    tag: "history",
    summary:
      "Put files back as they were before a turn, the newest that is not undone if none is named; or take that back",
    params: sessionParams,
    body: z
      .object({
        turn: z.string().max(256).optional(),
        redo: z.boolean().default(false),
        force: z.boolean().default(false),
        head: seenHead,
      })
      .prefault({}),
    intent: true,
    status: 202,
    answer: typed<Undone>("What was put back, and what was left alone and why"),
    problems: ["illegal", "behind", "owned", ...refusals],
  },
})
