import { z } from "zod"
import { HoldfastError } from "../session/error.ts"
import { usage } from "../session/event/common.ts"
import { purpose } from "../session/event/model.ts"
import type { Purpose } from "./contract.ts"

/** One answer of a script. */
const step = z.strictObject({
  for: purpose.optional(),
  text: z.string().optional(),
  reasoning: z.string().optional(),
  toolCalls: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(256).optional(),
        name: z.string().min(1),
        /** A text is what a model wrote that is no JSON. */
        arguments: z.union([z.record(z.string(), z.unknown()), z.string()]),
      }),
    )
    .optional(),
  usage: usage.optional(),
  finish: z.string().min(1).optional(),
  chunkDelayMs: z.number().min(0).optional(),
  chunkChars: z.int().min(1).optional(),
  error: z
    .strictObject({
      status: z.int().min(0).max(599),
      message: z.string(),
      afterChars: z.int().min(0).optional(),
    })
    .optional(),
})

const script = z.array(step)

export type ScriptStep = z.input<typeof step>

/** Checks steps that came from a file or a program. `source` is named in the error. */
export function parseScript(value: unknown, source: string): readonly ScriptStep[] {
  const result = script.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.slice(0, 5).map(({ path, message }) => {
    const [index, ...field] = path
    const where =
      typeof index === "number" ? `step ${index + 1}${field.length > 0 ? `, ${field.join(".")}` : ""}: ` : ""
    return `${where}${message}`
  })
  throw new HoldfastError("invalid", `${source} is no script, which is a JSON array of steps. ${problems.join("; ")}.`)
}

/** The step that a call gets: its place is the number of calls of its group that the log has an outcome of. */
export function stepAt(steps: readonly ScriptStep[], asked: Purpose, position: number): ScriptStep | undefined {
  const group = groupOf(asked)
  return steps.filter((one) => groupOf(one.for ?? "turn") === group)[position]
}

/** Turn, clarify and plan calls share one sequence. */
export function groupOf(asked: Purpose): Purpose {
  return asked === "clarify" || asked === "plan" ? "turn" : asked
}
