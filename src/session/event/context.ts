import { z } from "zod"
import { limits } from "../limits.ts"
import { count, seq } from "./common.ts"

/** What the model sees of a long session. */
export const contextEvents = {
  "context.compacted": z
    .object({
      summary: z.string().max(limits.text),
      through: seq.meta({ description: "the last event that the summary replaces" }),
      from: seq.optional().meta({
        description: "the first event that the context still needs: an input accepted up to `through` that waits",
      }),
      removed: count.meta({ description: "how many messages it replaces, all compactions counted" }),
      tokensBefore: count,
      tokensAfter: count,
      focus: z.string().optional().meta({ description: "what the person asked the summary to keep" }),
      writtenBy: z.enum(["model", "rule"]).optional().meta({ description: "who wrote the notes in the summary" }),
      reason: z.enum(["size", "overflow", "asked"]).optional().meta({ description: "why the context was compacted" }),
      constraints: z
        .array(z.string().max(limits.note))
        .max(limits.constraints)
        .optional()
        .meta({ description: "what the person said, word for word, in all that the summary replaces" }),
      notes: z
        .string()
        .max(limits.text)
        .optional()
        .meta({ description: "the part of the summary that the next one is built on" }),
    })
    .meta({ description: "A summary replaces older messages from here on. The history stays whole." }),

  "context.trimmed": z
    .object({
      through: seq.meta({ description: "long results of tools up to this event are shown to the model in short" }),
      tokensBefore: count,
      tokensAfter: count,
    })
    .meta({ description: "The model sees only the beginning and the end of long, old results." }),

  "context.compact-requested": z
    .object({
      focus: z.string().max(limits.note).optional().meta({ description: "what the summary shall keep" }),
      keep: z
        .int()
        .min(1)
        .max(1_000)
        .optional()
        .meta({ description: "how many of the newest messages stay as they are" }),
    })
    .meta({ description: "A person asked that the context be compacted." }),

  "context.kept": z
    .object({ because: z.string().max(limits.note) })
    .meta({ description: "A compaction was asked for or needed, and could not help: the context stays as it is." }),
}
