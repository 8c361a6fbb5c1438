import { z } from "zod"
import { limits } from "../limits.ts"
import { evidence, id, seq } from "./common.ts"
import { progress } from "./done.ts"
import { requirement } from "./input.ts"
import { turnFacts } from "./turn-facts.ts"
import { note } from "./workflow.ts"

export const phase = z
  .enum(["prepare", "assistant", "repair", "tools", "completion", "finalize"])
  .meta({ id: "phase", description: "where a turn is" })
export type Phase = z.infer<typeof phase>

/** Every way in which a turn ends, with the exit code of `run`. */
export const stopCodes = {
  "completed-verified": 0,
  "completed-unverified": 0,
  "completed-nothing-to-verify": 0,
  answered: 0,
  "text-loop": 1,
  "tool-loop": 1,
  "tool-errors": 1,
  "provider-refused": 1,
  "provider-empty": 1,
  "provider-failed": 1,
  "auth-failed": 1,
  "context-overflow": 1,
  "permission-denied": 1,
  crashed: 1,
  "storage-failed": 1,
  "step-limit": 4,
  "token-budget": 4,
  "cost-budget": 4,
  "time-limit": 4,
  contradicted: 5,
  "continuation-budget-exhausted": 5,
  "verification-budget-exhausted": 5,
  cancelled: 130,
  superseded: 130,
} as const

export type StopCode = keyof typeof stopCodes

/** What `run` ends with: a requirement that the facts do not meet is an unproven result, however the turn ended. */
export function exitCodeOf({ code, unmet }: { code: StopCode; unmet?: string | undefined }): number {
  const own = stopCodes[code]
  return own === 0 && unmet !== undefined ? 5 : own
}

/** The stops after which waiting inputs are consumed automatically; after any other they are held for a person. */
export const drainingStops: ReadonlySet<StopCode> = new Set([
  "completed-verified",
  "completed-unverified",
  "completed-nothing-to-verify",
  "answered",
])

const stopCode = z
  .enum(Object.keys(stopCodes) as [StopCode, ...StopCode[]])
  .meta({ id: "stopCode", description: "every way in which a turn ends" })

/** A turn: from an accepted input to its one stop record. The envelope's `turn` names it. */
export const turnEvents = {
  "turn.started": z
    .object({
      task: z.string().max(limits.text),
      input: id.optional().meta({ description: "the input that it started with" }),
      resumes: id.optional().meta({ description: "the stopped turn that this one resumes" }),
      require: requirement.optional(),
      done: progress.optional().meta({ description: "what done means for this task" }),
    })
    .meta({ description: "A turn begins." }),

  "turn.moved": z
    .object({
      from: phase.nullable().meta({ description: "null at the start" }),
      to: phase,
      kind: z.enum(["normal", "retry", "reroute", "recovery", "terminal"]),
      reasonCode: z.string(),
      summary: z.string(),
    })
    .meta({
      description:
        "The turn went from one phase to another. Written by earlier versions: a view derives it from what happened.",
    }),

  "turn.cancel-requested": z
    .object({
      turn: id
        .optional()
        .meta({ description: "the open one; without it none is open, and nothing that waits shall begin" }),
      reason: z.string().optional(),
    })
    .meta({
      description:
        "A person asked that the named turn be stopped, or that none begin. What is said from here on counts as said after the stop.",
    }),

  "turn.resume-requested": z
    .object({
      turn: id.optional().meta({ description: "without it held inputs continue, and no turn is resumed" }),
    })
    .meta({
      description: "A person asked to resume the named turn: the open one, or in a new turn the one that stopped last.",
    }),

  "turn.stopped": z
    .object({
      code: stopCode,
      summary: z.string(),
      facts: turnFacts.optional(),
      decision: note.optional().meta({ description: "the completion decision; its evidence is that of the record" }),
      done: progress.optional().meta({ description: "what the work came to: status, todo items, size" }),
      unmet: requirement.optional().meta({ description: "what was required of the turn and its facts do not show" }),
      evidence: z.array(evidence).optional(),
      missing: z.array(z.string()).optional().meta({ description: "what would have to be there for it to be done" }),
      during: z
        .object({ seq, what: z.string() })
        .optional()
        .meta({ description: "what was going on when it crashed or was cancelled" }),
    })
    .meta({ description: "The stop record: the one terminal event of a turn." }),
}
