import { z } from "zod"

const text = z.string().min(1)

/** Which calls a rule matches; every given field must match. */
const rule = z
  .strictObject({
    tool: text.optional().meta({ description: "the name of the tool" }),
    contains: text.optional().meta({ description: "a part of the call, written as: tool key=value key=value" }),
    path_contains: text.optional().meta({ description: "a part of a path that the call touches" }),
    command: text.optional().meta({ description: "exactly this command" }),
    starts_with: text
      .optional()
      .meta({ description: "the words that a command starts with; allows it only where it stays in the workspace" }),
    cwd: text.optional().meta({ description: "exactly the directory that a command runs in, as a whole path" }),
    network: z.literal(true).optional().meta({ description: "a command that asks for the network" }),
  })
  .refine(
    ({ network: _, ...rule }) => Object.keys(rule).length > 0,
    "needs at least one of tool, contains, path_contains, command, starts_with and cwd",
  )

/** A file of rules. */
export const ruleFile = z.strictObject({
  allow: z.array(rule).optional(),
  deny: z.array(rule).optional(),
  ask: z.array(rule).optional(),
})

/** A rule as recorded; null where it is none. */
export function ruleIn(value: unknown): Rule | null {
  const parsed = rule.safeParse(value)
  return parsed.success ? parsed.data : null
}

export type Rule = z.infer<typeof rule>
export type RuleFile = z.infer<typeof ruleFile>
export type RuleKind = keyof RuleFile

export type PlacedRule = { rule: Rule; kind: RuleKind; source: "user" | "project"; file: string; number: number }

/** The rules in effect, in order: the user's before the project's. */
export type Rules = Readonly<Record<RuleKind, readonly PlacedRule[]>>

export function showRule({ rule, kind, source, number }: PlacedRule): string {
  const parts = Object.entries(rule).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `${source} ${kind} rule ${number}: ${parts.join(" ")}`
}
