import { z } from "zod"
import { limits } from "../limits.ts"
import { count, id, seq, usage } from "./common.ts"

const asked = seq.meta({ description: "the `model.asked` that this is the outcome of" })

export const purpose = z.enum(["turn", "clarify", "plan", "compact", "explore", "title"]).meta({
  id: "purpose",
  description:
    "what a model call is for. No version of Holdfast asks a model for a `title`: titles come from the first input. The value stays valid for imported logs that contain it",
})

/** What is said in a session itself, and not about it. */
export const conversational: ReadonlySet<z.infer<typeof purpose>> = new Set(["turn", "explore"])

/** Why an interrupted answer is only shown, and no part of the conversation. */
export const shownOnly: ReadonlySet<string> = new Set(["crashed", "left", "time-limit"])

/** A call of the model: one intent, one outcome. */
export const modelEvents = {
  "model.asked": z
    .object({
      purpose,
      model: z.string().meta({ description: "`provider/model`" }),
      prompt: seq.optional().meta({ description: "the `prompt.built` that it was asked with" }),
      attempt: z.int().min(1).optional(),
      context: z
        .object({
          tokens: count.meta({ description: "how large the whole request was estimated to be, before calibration" }),
          window: count.optional().meta({ description: "what the model takes, where that is known" }),
          threshold: count.optional().meta({
            description: "from how many tokens on it is compacted, where a person chose that",
          }),
        })
        .optional(),
    })
    .meta({ description: "The intent to call the model." }),

  "model.answered": z
    .object({
      asked,
      text: z.string(),
      reasoning: z.string().optional(),
      calls: z
        .array(z.object({ call: id, name: z.string() }))
        .optional()
        .meta({ description: "the tools that it asked for; the arguments are in their `tool.called`" }),
      usage: usage.optional(),
      finish: z.string().meta({
        description: "why the model ended: `stop`, `tool-calls`, `length`, `text-loop`, or a word of its provider",
      }),
      cut: z
        .array(z.string().max(limits.name))
        .max(limits.openTools)
        .optional()
        .meta({ description: "the tools whose calls the length limit truncated: they were not made" }),
    })
    .meta({ description: "The whole answer." }),

  "model.failed": z
    .object({
      asked,
      kind: z.enum([
        "refused",
        "empty",
        "length",
        "context-overflow",
        "rate-limit",
        "server",
        "connection",
        "auth",
        "timeout",
        "other",
      ]),
      message: z.string(),
      status: count.optional().meta({ description: "the HTTP status, where there was one" }),
      text: z.string().optional().meta({ description: "what had been streamed before it failed" }),
      usage: usage.optional(),
      retryAt: z.iso.datetime().optional().meta({ description: "when it will be asked again" }),
      retry: z
        .object({ number: count, of: count })
        .optional()
        .meta({ description: "which retry comes next, and how many there are at most" }),
    })
    .meta({ description: "No usable answer, and when to try again." }),

  "model.interrupted": z
    .object({
      asked,
      reason: z.enum(["cancelled", "superseded", "crashed", "left", "time-limit"]).meta({
        description:
          "after the first two the text is part of the conversation; after the others it is only shown. `left`: its driver shut down",
      }),
      text: z.string(),
      reasoning: z.string().optional(),
      usage: usage.optional(),
    })
    .meta({ description: "The call was interrupted; the partial text that survived." }),
}
