import { z } from "zod"
import { checkStatus, count, fileIntent, hash, id, job, keptChange, output, usage } from "./common.ts"

const ofCheck = z.object({ attempt: id, check: id })
const ofWorkflow = "the check that it runs: the workflow made the call, not the model"

/** A tool call: requested, started, and its outcome. */
export const toolEvents = {
  "tool.called": z
    .object({
      call: id,
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      argumentsHash: hash.optional().meta({ description: "what an approval is bound to, with the call's id" }),
      check: ofCheck.optional().meta({ description: ofWorkflow }),
      repaired: z.array(z.string()).optional().meta({ description: "how the model's own arguments were repaired" }),
    })
    .meta({ description: "The model asked for a tool, or the workflow for a check." }),

  "tool.started": z
    .object({
      call: id,
      readOnly: z.boolean().meta({ description: "it may simply be run again after a crash" }),
      check: ofCheck.optional().meta({ description: ofWorkflow }),
      files: z.array(fileIntent).optional(),
      job: job.optional(),
    })
    .meta({ description: "The intent: every file with its hash before and after, or the job." }),

  "tool.finished": z
    .object({
      call: id,
      status: z.enum(["ok", "error", "denied", "skipped", "interrupted", "unknown"]),
      check: ofCheck
        .extend({ status: checkStatus, summary: z.string() })
        .optional()
        .meta({ description: "the check that it ran, and what it shows" }),
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
      usage: usage.optional().meta({ description: "the usage of the models that it called: a sub-run calls some" }),
      exitCode: z.int().nullable().optional(),
      durationMs: count.optional(),
    })
    .meta({ description: "The outcome. `changed` is all that done, drift and undo read." }),
}
