import { z } from "zod"
import { limits } from "../limits.ts"
import { checkStatus, count, seq, strength } from "./common.ts"

const path = z.string().max(limits.path)
const line = z.string().max(limits.note)

const changedPath = z
  .object({
    path: path.meta({ description: "relative to the workspace where it is inside" }),
    change: z.enum(["created", "changed", "deleted"]),
    kind: z
      .enum(["directory", "link", "mode"])
      .optional()
      .meta({ description: "where it is not the content of a file" }),
  })
  .meta({ id: "changedPath", description: "one path that is not as it was when the work started" })

const checkFact = z
  .object({
    command: line,
    status: checkStatus,
    strength,
    by: z.enum(["holdfast", "model"]).meta({ description: "who ran it" }),
    summary: line.optional(),
    seq: seq.optional().meta({ description: "the event with its result" }),
  })
  .meta({ id: "checkFact", description: "the newest result of one check" })

const failedWrite = z.object({ path, error: line, seq })

/** What a turn came to, as the log, the disk and the results of commands show it. Stored with its stop record. */
export const turnFacts = z
  .object({
    files: z.array(changedPath).max(limits.factFiles).meta({ description: "the net changes, generated files aside" }),
    fileCount: count.meta({ description: "how many there are, where the list does not hold them all" }),
    generated: count.meta({ description: "changed caches, build output and ignored files" }),
    unwatched: line.optional().meta({ description: "why there may be changes that were not looked for" }),
    commands: count.meta({ description: "commands that ran, the checks aside" }),
    checks: z.array(checkFact).max(limits.checks),
    uncovered: z
      .array(path)
      .max(limits.checks)
      .optional()
      .meta({ description: "changed code that no check on offer covers" }),
    touched: z
      .array(path)
      .max(limits.checks)
      .optional()
      .meta({ description: "existing tests, check configuration and instructions that were changed" }),
    open: z.array(line).max(limits.doneItems).optional().meta({ description: "open items of the model's own list" }),
    running: z.array(line).max(limits.checks).optional().meta({ description: "background commands that still run" }),
    failedWrites: z
      .array(failedWrite)
      .max(limits.checks)
      .optional()
      .meta({ description: "writes that failed, with no later success, of files that do not exist" }),
    failedEdits: z
      .array(failedWrite)
      .max(limits.checks)
      .optional()
      .meta({ description: "the newest failed write of each file that exists, with no later success" }),
    denied: z
      .array(z.object({ tool: z.string().max(limits.name), what: line, seq }))
      .max(limits.checks)
      .optional()
      .meta({ description: "tool calls that were denied" }),
  })
  .meta({ id: "turnFacts", description: "what a turn came to: changes, runs, checks, and what is open" })

export type TurnFacts = z.infer<typeof turnFacts>
