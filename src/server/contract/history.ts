import { z } from "zod"
import type { Undone } from "../../agent/sessions/undo.ts"
import { seq } from "../../session/event/common.ts"
import { attachments, inputText, landed, row, seenHead, sessionParams } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const refusals = ["not-found", "erased", "key-reused", "read-only", "newer", "damaged"] as const

/**
 * Fork, rewind and undo: everything appends, nothing is rewritten. With an idempotency key each is done once, even
 * after a crash halfway: the same request finishes it or returns its result. Which files an undo did not touch, and what
 * it does not cover, is reported the first time only, since it is not in the log.
 */
export const historyEndpoints = endpoints({
  "POST /api/sessions/:id/fork": {
    tag: "history",
    summary: "Fork: start a new session from an event of this one",
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
    summary: "Rewind to an earlier event, send the last input again, or edit the input that started a turn",
    params: sessionParams,
    body: z.object({
      to: z.union([
        z.object({ seq }),
        z.object({ before: seq }).meta({ description: "the last place before this event to continue from" }),
        z.object({ turns: z.int().min(1) }),
        z.literal("regenerate"),
        z.object({ input: z.string().max(256), text: inputText, attachments: attachments.optional() }),
      ]),
      files: z.boolean().default(false).meta({ description: "also restore files that changed since" }),
      force: z.boolean().default(false).meta({ description: "also restore files with newer changes" }),
      head: seenHead,
    }),
    intent: true,
    status: 202,
    answer: landed.extend({
      to: seq,
      input: z.string().nullable(),
      files: typed<Undone | null>("What was restored, and what was skipped and why"),
    }),
    problems: ["invalid", "illegal", "behind", "owned", ...refusals],
  },
  "POST /api/sessions/:id/undo": {
    workspace: true,
    tag: "history",
    summary: "Undo the file changes of a turn, by default of the newest not yet undone; or redo them",
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
    answer: typed<Undone>("What was restored, and what was skipped and why"),
    problems: ["illegal", "behind", "owned", ...refusals],
  },
})
