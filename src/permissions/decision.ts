import type { Place } from "../session/access.ts"
import type { PermissionMode } from "../session/event/common.ts"
import { type Call, subjectOf } from "./call.ts"
import { type PlacedRule, type Rules, showRule } from "./rule.ts"
import { findRule } from "./rule-match.ts"

/** A mode that says what may be done, not when to ask. */
type RequiredMode = "read-only" | "workspace-write" | "danger-full-access"

/** An answer for the session that a person gave on this machine. */
export type SessionGrant = { tool: string; subject: string }

export type Decision = {
  outcome: "allow" | "ask" | "deny"
  code: DecisionCode
  /** For the person and the model. */
  reason: string
  /** The mode in which it would run without being asked. */
  required: RequiredMode
  rule?: PlacedRule
}

/** Why, as a closed list, in the order of precedence. */
type DecisionCode =
  | "forbidden" // a command that no mode allows
  | "protected" // a file tool that would touch the store, config, policy or tokens
  | "deny-rule"
  | "guarded" // a command that names Holdfast or its files, or may reach them
  | "ask-rule"
  | "session-grant"
  | "allow-rule"
  | "prompt-mode"
  | "allow-mode"
  | "mode" // the active mode is enough
  | "read-only-mode" // it would change something, and the mode is read-only
  | "beyond-mode" // it reaches further than the mode, so a person decides

/** Whether a tool call may run, must be asked for, or is refused. Pure; fails closed. */
export function decidePermission(
  question: Call & { mode: PermissionMode; rules: Rules; grants: readonly SessionGrant[] },
): Decision {
  const { tool, analysis, mode, rules, grants } = question
  const required = requiredMode(question)
  const decide = (outcome: Decision["outcome"], code: DecisionCode, reason: string, rule?: PlacedRule): Decision => ({
    outcome,
    code,
    reason,
    required,
    ...(rule ? { rule } : {}),
  })

  const refusal = refused(question)
  if (refusal) return decide("deny", refusal.code, refusal.reason)
  const deny = findRule(rules.deny, question, "restrict")
  if (deny) return decide("deny", "deny-rule", `${tool} is denied by rule (${showRule(deny)})`, deny)
  if (analysis?.guarded || outsideOf(question).some((place) => place.where === "protected"))
    return decide("ask", "guarded", `${tool} ${guardedBecause(question)}, which needs approval in every mode`)
  const ask = findRule(rules.ask, question, "restrict")
  if (ask) return decide("ask", "ask-rule", `${tool} needs approval by rule (${showRule(ask)})`, ask)
  if (isGranted(question, grants)) return decide("allow", "session-grant", `${tool} was approved for this session`)
  const allow = findRule(rules.allow, question, "allow")
  if (allow) return decide("allow", "allow-rule", `${tool} is allowed by rule (${showRule(allow)})`, allow)
  if (mode === "prompt") return decide("ask", "prompt-mode", `${tool} needs approval, as everything in prompt mode`)
  if (mode === "allow") return decide("allow", "allow-mode", `${tool} is allowed, as everything in allow mode`)
  if (rank(mode) >= rank(required)) return decide("allow", "mode", `${tool} needs ${required} and has ${mode}`)
  const reason = `${tool} needs ${required}${because(question)}, and the active mode is ${mode}`
  return mode === "read-only" && changes(question)
    ? decide("deny", "read-only-mode", reason)
    : decide("ask", "beyond-mode", reason)
}

/** The mode in which a call runs without being asked. */
function requiredMode(call: Call): RequiredMode {
  const { access, analysis } = call
  if (outsideOf(call).length > 0 || analysis?.outside) return "danger-full-access"
  if (access.kind === "command") {
    if (!analysis || analysis.class === "danger" || analysis.class === "forbidden") return "danger-full-access"
    return analysis.class === "workspace" ? "workspace-write" : "read-only"
  }
  return access.kind === "write" ? "workspace-write" : "read-only"
}

function refused({ tool, access, analysis }: Call): { code: DecisionCode; reason: string } | undefined {
  if (analysis?.class === "forbidden") {
    const worst = analysis.segments.find((segment) => segment.class === "forbidden")
    return { code: "forbidden", reason: `${tool} refuses this command in every mode: ${worst?.why ?? "it destroys"}` }
  }
  if (access.kind !== "read" && access.kind !== "write") return undefined
  const place = access.places.find(({ where }) => where === "protected")
  return place && { code: "protected", reason: `${tool} may not touch ${place.shown}: it belongs to Holdfast` }
}

function outsideOf({ access }: Call): readonly Place[] {
  if (access.kind === "none") return []
  const places = access.kind === "command" ? [access.cwd] : access.places
  return places.filter(({ where }) => where === "outside" || where === "protected")
}

function changes({ access, analysis }: Call): boolean {
  if (access.kind === "command") return analysis?.class !== "read-only"
  return access.kind === "write"
}

function because(call: Call): string {
  const { access, analysis } = call
  if (access.kind === "command") {
    const worst = analysis?.segments.find((segment) => segment.class === analysis.class)
    const outside = analysis?.class !== "danger" && analysis?.outside ? "it reads outside of the workspace" : worst?.why
    return outside === undefined ? "" : ` (${outside})`
  }
  const [place] = outsideOf(call)
  return place ? ` (${place.shown} is outside of the workspace)` : ""
}

/** Most commands say what they would touch; one that takes whole directories reaches it without a word. */
function guardedBecause(call: Call): string {
  const named = call.access.kind === "command" && /holdfast/i.test(call.access.command)
  return named ? "names Holdfast or its files" : `may reach files of Holdfast${because(call)}`
}

function isGranted(call: Call, grants: readonly SessionGrant[]): boolean {
  const subject = subjectOf(call)
  return grants.some((grant) => grant.tool === call.tool && grant.subject === subject)
}

const order: readonly PermissionMode[] = ["read-only", "workspace-write", "danger-full-access"]

function rank(mode: PermissionMode): number {
  return order.indexOf(mode)
}
