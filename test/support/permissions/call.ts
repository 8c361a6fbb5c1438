import { type Analysis, analyseCommand } from "../../../src/permissions/analyse-command.ts"
import type { Call } from "../../../src/permissions/call.ts"
import { decidePermission, type SessionGrant } from "../../../src/permissions/decision.ts"
import type { PlacedRule, Rule, RuleKind, Rules } from "../../../src/permissions/rules/rule.ts"
import type { AccessedPath } from "../../../src/session/accessed-path.ts"
import type { PermissionMode } from "../../../src/session/event/common.ts"
import { context } from "./command.ts"

export const place = (shown: string, where: AccessedPath["where"] = "workspace"): AccessedPath => ({
  path: shown.startsWith("/") ? shown : `${context.workspace}/${shown}`,
  shown,
  where,
})
export const cwd = place(".")

const commands = [
  "ls",
  "ls src",
  "touch x",
  "rm -r x",
  "rm -rf /",
  "cat /etc/hosts",
  "holdfast run x",
  "npm test",
  "npm test; rm -r src",
  'rm -r src "npm test"',
  "npm test && npm test -- a",
  "npm   test",
  "r'm' -r src",
  "echo $(rm -r src)",
  `echo ${"x".repeat(5000)}; rm -r src`,
  "cat secrets/key",
  "npm test > out.txt",
  "find . -name '*.tmp' -delete",
]

const analyses = new Map<string, Analysis>()
for (const command of commands) analyses.set(command, await analyseCommand(command, context))

export const modes = ["read-only", "workspace-write", "danger-full-access", "prompt", "allow"] as const

/** A call that touches nothing. */
export const none: Call = { tool: "todo", arguments: {}, access: { kind: "none" } }

export function file(kind: "read" | "write", ...places: AccessedPath[]): Call {
  return { tool: kind, arguments: { path: places.map(({ shown }) => shown).join(",") }, access: { kind, places } }
}

export function bash(command: string): Call {
  const analysis = analyses.get(command)
  if (!analysis) throw new Error(`${command} is missing in the list above`)
  return { tool: "bash", arguments: { command }, access: { kind: "command", command, cwd }, analysis }
}

export function rules(given: Partial<Record<RuleKind, readonly Rule[]>> = {}): Rules {
  const placed = (kind: RuleKind): PlacedRule[] =>
    (given[kind] ?? []).map((rule, at) => ({ rule, kind, source: "user", file: "/rules.json", number: at + 1 }))
  return { allow: placed("allow"), deny: placed("deny"), ask: placed("ask") }
}

export function decide(call: Call, mode: PermissionMode, given = rules(), grants: readonly SessionGrant[] = []) {
  return decidePermission({ ...call, mode, rules: given, grants })
}
