import { z } from "zod"
import { limits } from "../limits.ts"
import { count, seq } from "./common.ts"

/** What the model sees of a long session. */
export const contextEvents = {
  "context.compacted": z
    .object({
      summary: z.string().max(limits.text),
      through: seq.meta({ description: "the last event that the summary stands for" }),
      from: seq.optional().meta({
        description: "the first event that the context still needs: an input accepted up to `through` that waits",
      }),
      removed: count.meta({ description: "how many messages it stands for, all compactions counted" }),
      tokensBefore: count,
      tokensAfter: count,
      focus: z.string().optional().meta({ description: "what the person asked the summary to keep" }),
      writtenBy: z.enum(["model", "rule"]).optional().meta({ description: "who wrote the summary" }),
    })
    .meta({ description: "A summary stands for older messages from here on. The history stays whole." }),
}
