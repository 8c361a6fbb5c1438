import { z } from "zod"
import type { Rule } from "../../permissions/rule.ts"
import { askEvents } from "../../session/event/ask.ts"
import { requirement } from "../../session/event/input.ts"
import { attachments, inputText, landed, sessionParams } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const inputParams = sessionParams.extend({ input: z.string().min(1).max(256) })
const inputKind = z.enum(["send", "queue", "steer", "interrupt"])
const refusals = ["not-found", "erased", "key-reused", "read-only", "newer", "damaged", "low-space"] as const

/** What a person says to a session while it works, and how they steer it. */
export const inputEndpoints = endpoints({
  "POST /api/sessions/:id/inputs": {
    tag: "inputs",
    summary: "Say something: send, queue, steer or interrupt",
    params: sessionParams,
    body: z.object({
      text: inputText,
      attachments: attachments.optional(),
      kind: inputKind.default("send"),
      turn: z.string().max(256).optional().meta({
        description:
          "the turn that an interrupt stops; the open one if absent. If it has ended, the text is refused (`stopped`)",
      }),
      require: requirement.optional(),
    }),
    intent: true,
    status: 202,
    answer: landed.extend({
      input: z.string().meta({ description: "its id: the idempotency key, where there is one" }),
      kind: inputKind.meta({
        description:
          "what it was taken as: a send into an open turn is queued, unless that was asked to stop; without one, an interrupt is sent and a steer is queued",
      }),
      turn: z.string().nullable().meta({ description: "the turn that was open" }),
      waits: z.boolean().meta({ description: "it is taken up later: a turn is open, or others are before it" }),
      held: z.boolean().meta({ description: "nothing is taken up until a person resumes or sends" }),
    }),
    problems: ["invalid", "illegal", "stopped", "no-model", ...refusals],
  },
  "PATCH /api/sessions/:id/inputs/:input": {
    tag: "inputs",
    summary: "Change an input that still waits",
    params: inputParams,
    body: z.object({ text: inputText, attachments: attachments.optional() }),
    intent: true,
    status: 202,
    answer: landed,
    problems: ["illegal", ...refusals],
  },
  "DELETE /api/sessions/:id/inputs/:input": {
    tag: "inputs",
    summary:
      "Take back an input that still waits; else `illegal` has in its details what became of it: `taken up`, `taken back`, or null where it never arrived",
    params: inputParams,
    intent: true,
    status: 202,
    answer: landed,
    problems: ["illegal", ...refusals],
  },
  "POST /api/sessions/:id/cancel": {
    tag: "inputs",
    summary: "Stop the open turn, or what is about to begin: its input is taken back, and the others are held",
    params: sessionParams,
    body: z
      .object({
        turn: z
          .string()
          .max(256)
          .optional()
          .meta({ description: "the one that you see: without it, whichever is open is stopped" }),
        reason: z.string().max(1000).optional(),
      })
      .default({}),
    intent: true,
    status: 202,
    answer: z.object({
      seq: z
        .int()
        .nullable()
        .meta({ description: "null: there was nothing to stop; with an Idempotency-Key that is 409 `illegal`" }),
      turn: z.string().nullable().meta({ description: "the turn that stops" }),
      withdrawn: z.string().nullable().meta({ description: "the input that was taken back before its turn began" }),
    }),
    problems: ["illegal", "stopped", ...refusals],
  },
  "POST /api/sessions/:id/resume": {
    tag: "inputs",
    summary:
      "Go on with the open turn, or the one that stopped last; after one that was done, with the inputs that wait",
    params: sessionParams,
    body: z
      .object({
        skip: z
          .boolean()
          .optional()
          .meta({ description: "leave the turn that stopped as it is, and go on with the inputs that wait" }),
      })
      .default({}),
    intent: true,
    status: 202,
    answer: z.object({
      seq: z
        .int()
        .nullable()
        .meta({ description: "null: there is nothing to resume; with an Idempotency-Key that is 409 `illegal`" }),
    }),
    problems: ["illegal", "no-model", ...refusals],
  },
  "POST /api/sessions/:id/compact": {
    tag: "inputs",
    summary: "Sum up older messages for the model; the visible history stays",
    params: sessionParams,
    body: z
      .object({ focus: z.string().max(10_000).optional(), keep: z.int().min(1).max(1_000).optional() })
      .default({}),
    intent: true,
    status: 202,
    answer: landed,
    problems: ["illegal", ...refusals],
  },
  "POST /api/sessions/:id/asks/:ask": {
    tag: "inputs",
    summary: "Answer an approval or a question, once; `answered` has in its details who was first, and what they said",
    params: sessionParams.extend({ ask: z.string().min(1).max(256) }),
    body: askEvents["ask.answered"].omit({ ask: true }),
    intent: true,
    status: 202,
    answer: landed.extend({
      rule: typed<{ allow: Rule; file: string } | null>(
        "the rule that `always` wrote, and where; null: no rule can say this, it holds for the session",
      ).optional(),
    }),
    problems: ["invalid", "answered", "stopped", "illegal", ...refusals],
  },
})
