import { z } from "zod"
import { limits } from "../limits.ts"
import { checkStatus, count, hash, id, job, keptChange, output, seq, strength } from "./common.ts"

export const doneItem = z
  .object({
    id,
    text: z.string().max(limits.note),
    state: z.enum(["pending", "active", "completed"]),
    activeForm: z.string().max(limits.note).optional().meta({ description: "how it reads while it is being done" }),
  })
  .meta({ id: "doneItem", description: "one thing to do" })

/** The ids of the items that every task has: no one wrote them, and a list for people leaves them out. */
export const specialItemIds = { work: "item-work", proof: "item-proof" } as const

export const criterion = z
  .object({ id, text: z.string().max(limits.note) })
  .meta({ id: "criterion", description: "one thing that must hold when the work is done" })

export const touchedFile = z
  .object({ path: z.string().max(limits.path), hash: hash.nullable() })
  .meta({ id: "touchedFile", description: "a file that the work changed, and its hash then" })

export const doneStatus = z
  .enum(["draft", "in-progress", "verifying", "fixing", "done", "failed"])
  .meta({ id: "doneStatus", description: "how far the work is" })

export const check = z
  .object({
    id,
    command: z.string().max(limits.note),
    kind: z.enum(["lint", "typecheck", "test", "build", "runtime"]),
    strength,
    source: z
      .enum(["project", "instructions", "person", "model"])
      .meta({ description: "who named the check: project detection, AGENTS.md, a person, or only the model" }),
    originals: z.array(z.string().max(limits.path)).max(limits.originals).optional().meta({
      description: "it runs in a copy of the workspace in which these files are as they were before the work",
    }),
  })
  .meta({ id: "check", description: "a command that verifies something" })

export const progress = z.object({
  status: doneStatus.optional(),
  criteria: z.array(criterion).max(limits.criteria).optional(),
  items: z.array(doneItem).max(limits.doneItems).optional(),
  touched: z.array(touchedFile).optional(),
  size: z.enum(["small", "standard", "large"]).optional(),
  confidence: z.enum(["low", "medium", "high"]).optional(),
  retries: count.optional().meta({ description: "how often verification failed and work went on" }),
  retryBudget: count.optional(),
})

/** The definition of done, and the attempts to prove it. */
export const doneEvents = {
  "done.defined": z
    .object({ task: z.string().max(limits.text), ...progress.shape })
    .meta({ description: "What done means for this task." }),

  "done.changed": progress.meta({
    description: "Status, criteria, todo items or touched files changed. What is absent stays as it was.",
  }),

  "done.verification-planned": z
    .object({
      attempt: id,
      number: z.int().min(1).meta({ description: "the first attempt of a task is 1" }),
      checks: z.array(check).max(limits.checks),
      supersedes: id.optional().meta({ description: "the attempt that it takes the place of" }),
      strongest: strength
        .optional()
        .meta({ description: "the strongest proof that the project offers for what was touched" }),
      uncovered: z
        .array(z.string().max(limits.path))
        .max(limits.checks)
        .optional()
        .meta({ description: "touched files that no check covers beyond their existence" }),
    })
    .meta({ description: "An attempt to verify: the checks that it will run." }),

  "done.verification-started": z
    .object({ attempt: id, check: id, command: z.string().max(limits.note), job: job.optional() })
    .meta({ description: "The intent to run one check. Written by earlier versions: a check is a tool call." }),

  "done.verification-finished": z
    .object({
      started: seq.meta({ description: "the `done.verification-started` that this is the outcome of" }),
      attempt: id,
      check: id,
      status: checkStatus,
      summary: z.string(),
      exitCode: z.int().optional(),
      output: output.optional(),
      changed: z
        .array(keptChange)
        .optional()
        .meta({ description: "what the check itself changed: undo takes it back with the turn" }),
      uncovered: z.string().optional().meta({ description: "why it is not known what it changed" }),
      generated: count
        .optional()
        .meta({ description: "how many generated or ignored files it changed, as far as that was looked for" }),
    })
    .meta({ description: "What came of one check. Written by earlier versions: see `tool.finished`." }),

  "done.verification-gone-stale": z
    .object({
      attempt: id,
      because: z.string().meta({ description: "what changed, in words" }),
      path: z.string().optional(),
    })
    .meta({ description: "A file changed after the attempt: its results are stale." }),
}

export type DoneItem = z.infer<typeof doneItem>
export type Check = z.infer<typeof check>
