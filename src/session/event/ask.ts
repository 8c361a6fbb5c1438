import { z } from "zod"
import { limits } from "../limits.ts"
import { hash, id } from "./common.ts"

const ruleText = z.string().max(limits.note).optional()

/** A durable question to a person. */
export const askEvents = {
  "ask.opened": z
    .object({
      ask: id,
      kind: z
        .enum(["approval", "question", "plan"])
        .meta({ description: "a tool call to allow, a question to answer, or a plan to approve" }),
      question: z.string().max(limits.note),
      options: z.array(z.object({ id, label: z.string() })).optional(),
      call: id.optional().meta({ description: "the tool call that an approval is for" }),
      tool: z.string().max(limits.name).optional().meta({ description: "the tool of that call" }),
      subject: z
        .string()
        .max(limits.note)
        .optional()
        .meta({ description: "what an approval for the session covers: the command, the file or the arguments" }),
      rule: z
        .object({
          tool: ruleText,
          command: ruleText,
          starts_with: ruleText,
          cwd: ruleText,
          path_contains: ruleText,
          contains: ruleText,
          network: z.literal(true).optional(),
        })
        .optional()
        .meta({ description: "the rule that an answer for always writes; without it, no rule can say what is asked" }),
      argumentsHash: hash.optional().meta({ description: "an approval holds for these arguments only" }),
      round: z.int().min(1).optional().meta({ description: "the round of clarifying that a question belongs to" }),
      plan: z.int().min(1).optional().meta({
        description: "the version of the plan that waits; an edit of it before the answer is what is approved",
      }),
      details: z
        .string()
        .optional()
        .meta({ description: "what to know before answering, such as the command or the diff" }),
    })
    .meta({ description: "An approval, a question or a plan waits for a person." }),

  "ask.answered": z
    .object({
      ask: id,
      answer: z.enum(["approve", "deny", "choice", "text"]),
      scope: z
        .enum(["once", "session", "always"])
        .optional()
        .meta({ description: "how far an approval reaches; once if it does not say" }),
      choice: id.optional().meta({ description: "the id of the option" }),
      text: z.string().max(limits.text).optional(),
    })
    .meta({ description: "The one answer." }),

  "ask.expired": z.object({ ask: id, reason: z.string() }).meta({
    description:
      "The ask ended without an answer. No version of Holdfast writes it, since the stop record of a turn closes its open asks; it stays valid for imported logs that contain it.",
  }),
}
