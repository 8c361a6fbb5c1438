import { z } from "zod"

const text = z.string().min(1)

/** What calls a rule is about; all that is given must match. */
const rule = z
  .strictObject({
    tool: text.optional().meta({ description: "the name of the tool" }),
    contains: text.optional().meta({ description: "a part of the call, written as: tool key=value key=value" }),
    path_contains: text.optional().meta({ description: "a part of a path that the call touches" }),
    command: text.optional().meta({ description: "exactly this command" }),
    cwd: text.optional().meta({ description: "exactly the directory that a command runs in, as a whole path" }),
  })
  .refine(
    (rule) => Object.keys(rule).length > 0,
    "needs at least one of tool, contains, path_contains, command and cwd",
  )

/** A file of rules. */
export const ruleFile = z.strictObject({
  allow: z.array(rule).optional(),
  deny: z.array(rule).optional(),
  ask: z.array(rule).optional(),
})

export type Rule = z.infer<typeof rule>
export type RuleFile = z.infer<typeof ruleFile>
export type RuleKind = keyof RuleFile

/** A rule with where it stands. */
export type PlacedRule = { rule: Rule; kind: RuleKind; source: "user" | "project"; file: string; number: number }

/** The rules that count, in the order in which they are tried: those of the user before those of the project. */
export type Rules = Readonly<Record<RuleKind, readonly PlacedRule[]>>

/** A rule as a person reads it. */
export function showRule({ rule, kind, source, number }: PlacedRule): string {
  const parts = Object.entries(rule).map(([key, value]) => `${key}=${JSON.stringify(value)}`)
  return `${source} ${kind} rule ${number}: ${parts.join(" ")}`
}
