import { z } from "zod"
import { count, fileIntent, hash, id, job, keptChange, output, usage } from "./common.ts"

/** A tool call: asked for, begun, and what came of it. */
export const toolEvents = {
  "tool.called": z
    .object({
      call: id,
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      argumentsHash: hash.optional().meta({ description: "what an approval is bound to, with the call's id" }),
      repaired: z.array(z.string()).optional().meta({ description: "how the model's own words were mended" }),
    })
    .meta({ description: "The model asked for a tool." }),

  "tool.started": z
    .object({
      call: id,
      readOnly: z.boolean().meta({ description: "it may simply be run again after a crash" }),
      files: z.array(fileIntent).optional(),
      job: job.optional(),
    })
    .meta({ description: "The intent: every file with its hash before and after, or the job." }),

  "tool.finished": z
    .object({
      call: id,
      status: z.enum(["ok", "error", "denied", "skipped", "interrupted", "unknown"]),
      output,
      changed: z.array(keptChange),
      uncovered: z.string().optional().meta({ description: "why it is not known what a command changed" }),
      generated: count
        .optional()
        .meta({ description: "how many generated or ignored files a command changed, as far as that was looked for" }),
      seen: z
        .array(z.object({ path: z.string(), hash }))
        .optional()
        .meta({ description: "the files that the model now knows, as they were" }),
      usage: usage.optional().meta({ description: "what the models that it asked took: a sub-run asks some" }),
      exitCode: z.int().nullable().optional(),
      durationMs: count.optional(),
    })
    .meta({ description: "The outcome. `changed` is all that done, drift and undo read." }),
}
