import { z } from "zod"
import type { Rule } from "../../permissions/rules/rule.ts"
import { askEvents } from "../../session/event/ask.ts"
import { requirement } from "../../session/event/input.ts"
import { attachments, inputText, landed, sessionParams } from "./common.ts"
import { endpoints, typed } from "./endpoint.ts"

const inputParams = sessionParams.extend({ input: z.string().min(1).max(256) })
const inputKind = z.enum(["send", "queue", "steer", "interrupt"])
const refusals = ["not-found", "erased", "key-reused", "read-only", "newer", "damaged", "low-space"] as const

/** Inputs, answers and cancels. */
export const inputEndpoints = endpoints({
  "POST /api/sessions/:id/inputs": {
    tag: "inputs",
    summary: "Send an input: send, queue, steer or interrupt",
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
          "what it became: a send into an open turn is queued, unless that turn was asked to stop; without an open turn, an interrupt is sent and a steer is queued",
      }),
      turn: z.string().nullable().meta({ description: "the turn that was open" }),
      waits: z.boolean().meta({ description: "queued: a turn is open, or other inputs come first" }),
      held: z.boolean().meta({ description: "the queue is held until a person resumes or sends" }),
    }),
    problems: ["invalid", "illegal", "stopped", "no-model", ...refusals],
  },
  "PATCH /api/sessions/:id/inputs/:input": {
    tag: "inputs",
    summary: "Edit a pending input",
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
      "Withdraw a pending input; otherwise `illegal` says in its details what happened to it: `taken up`, `taken back`, or null if it never arrived",
    params: inputParams,
    intent: true,
    status: 202,
    answer: landed,
    problems: ["illegal", ...refusals],
  },
  "POST /api/sessions/:id/cancel": {
    tag: "inputs",
    summary: "Stop the open turn, or the one about to start: its input is withdrawn, and the others are held",
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
      withdrawn: z.string().nullable().meta({ description: "the input that was withdrawn before its turn started" }),
    }),
    problems: ["illegal", "stopped", ...refusals],
  },
  "POST /api/sessions/:id/resume": {
    tag: "inputs",
    summary:
      "Resume the open turn, or the last one that stopped; after a completed one, continue with the pending inputs",
    params: sessionParams,
    body: z
      .object({
        skip: z.boolean().optional().meta({ description: "skip the stopped turn and continue with the queued inputs" }),
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
    summary: "Summarize older messages for the model; the transcript stays whole",
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
    summary: "Answer an approval or a question, once; `answered` has in its details who answered first, and what",
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
