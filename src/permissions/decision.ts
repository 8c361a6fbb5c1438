import type { AccessedPath, SandboxUse } from "../session/accessed-path.ts"
import type { JobSandbox, PermissionMode } from "../session/event/common.ts"
import type { Analysis } from "./analyse-command.ts"
import { type Call, subjectOf } from "./call.ts"
import { confinement, isConfined, type SandboxWish, sandboxWish } from "./confinement.ts"
import { effectOf, whyOf } from "./effect.ts"
import { enders } from "./judges/program.ts"
import { type PlacedRule, type Rules, showRule } from "./rules/rule.ts"
import { findRule } from "./rules/rule-match.ts"

/** A mode that limits what may be done, rather than when to ask. */
type RequiredMode = "read-only" | "workspace-write" | "danger-full-access"

/** A session-wide answer that a person gave on this machine. */
export type SessionGrant = { tool: string; subject: string }

export type Decision = {
  outcome: "allow" | "ask" | "deny"
  code: DecisionCode
  /** For the person and the model. */
  reason: string
  /** The mode in which it would run without asking. */
  required: RequiredMode
  rule?: PlacedRule
  /** What the operating system keeps the command to, once it may run; without it, nothing does. */
  sandbox?: JobSandbox
  wish?: SandboxWish
}

/** The reasons, a closed list in order of precedence. */
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

/** Decides whether a tool call runs, asks, or is refused. Pure; fails closed. */
export function decidePermission(
  given: Call & {
    mode: PermissionMode
    rules: Rules
    grants: readonly SessionGrant[]
    use?: SandboxUse | undefined
    /** The directory of the project, which may be larger than the workspace. */
    project?: string
  },
): Decision {
  const { tool, analysis, mode, rules, grants, use, project } = given
  const wish = sandboxWish(given, mode, use)
  const held = isConfined(mode, use) && analysis !== undefined && isHeld(analysis, use?.holdsSignals ?? false)
  const question = { ...given, wish, isHeld: held, isMissing: use?.is === "missing" }
  const required = requiredMode(question)
  const isGuarded = analysis?.guarded || outsideOf(question).some((place) => place.where === "protected")
  const beyond = isGuarded || requiredOf(question) === "danger-full-access"
  const sandbox = confinement(given, { mode, beyond, use })
  const decide = (outcome: Decision["outcome"], code: DecisionCode, reason: string, rule?: PlacedRule): Decision => ({
    outcome,
    code,
    reason,
    required,
    ...(rule ? { rule } : {}),
    ...(sandbox ? { sandbox } : {}),
    ...(wish ? { wish } : {}),
  })

  const refusal = refused(question)
  if (refusal) return decide("deny", refusal.code, refusal.reason)
  const deny = findRule(rules.deny, question, "restrict")
  if (deny) return decide("deny", "deny-rule", `${tool} is denied by rule (${showRule(deny)})`, deny)
  if (isGuarded) return decide("ask", "guarded", guardedBecause(question))
  const ask = findRule(rules.ask, question, "restrict")
  if (ask) return decide("ask", "ask-rule", `Your rules ask about this (${showRule(ask)})`, ask)
  if (isGranted(question, grants)) return decide("allow", "session-grant", `${tool} was approved for this session`)
  const allow = allowRule(question, rules)
  if (allow) return decide("allow", "allow-rule", `${tool} is allowed by rule (${showRule(allow)})`, allow)
  if (mode === "prompt")
    return decide(
      "ask",
      "prompt-mode",
      [effectOf(question, project), "Everything asks in prompt mode"].filter(Boolean).join(". "),
    )
  if (mode === "allow") return decide("allow", "allow-mode", `${tool} is allowed, as everything is in allow mode`)
  if (rank(mode) >= rank(required)) return decide("allow", "mode", `${tool} is allowed in ${mode} mode`)
  return mode === "read-only" && changes(question)
    ? decide("deny", "read-only-mode", `${tool} needs ${required}${because(question)}, and the active mode is ${mode}`)
    : decide(
        "ask",
        "beyond-mode",
        effectOf(question, project) ||
          (question.isMissing ? "Runs without a sandbox, which is not there" : `Needs more than ${mode}`),
      )
}

/** A call, with what it asks for beside its command, and whether its sandbox holds its dangers. */
type Question = Call & { wish: SandboxWish | null; isHeld: boolean; isMissing: boolean }

/** The mode in which a call runs without asking. */
function requiredMode(call: Question): RequiredMode {
  const required = requiredOf(call)
  const isUnconfined = call.isMissing && call.access.kind === "command" && required !== "read-only"
  return call.wish !== null || isUnconfined ? "danger-full-access" : required
}

/** No rule lets a command out of its sandbox, and to the network only one that says so. */
function allowRule(call: Question, rules: Rules): PlacedRule | undefined {
  if (call.wish === "no-sandbox") return undefined
  const able = call.wish === "network" ? rules.allow.filter(({ rule }) => rule.network) : rules.allow
  return findRule(able, call, "allow")
}

function requiredOf(call: Question): RequiredMode {
  const { access, analysis } = call
  if (outsideOf(call).length > 0 || analysis?.outside) return "danger-full-access"
  if (access.kind === "command") {
    if (!analysis || analysis.class === "forbidden") return "danger-full-access"
    if (analysis.class === "danger") return call.isHeld ? "workspace-write" : "danger-full-access"
    return analysis.class === "workspace" ? "workspace-write" : "read-only"
  }
  return access.kind === "write" ? "workspace-write" : "read-only"
}

function isHeld({ segments }: Analysis, holdsSignals: boolean): boolean {
  const dangers = segments.filter((segment) => segment.class === "danger")
  return dangers.every(({ held, program }) => held && (holdsSignals || !enders.has(program)))
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

function outsideOf({ access }: Call): readonly AccessedPath[] {
  if (access.kind === "none") return []
  const places = access.kind === "command" ? [access.cwd] : access.places
  return places.filter(({ where }) => where === "outside" || where === "protected")
}

function changes({ access, analysis }: Call): boolean {
  if (access.kind === "command") return analysis?.class !== "read-only"
  return access.kind === "write"
}

function because(call: Call): string {
  const [place] = outsideOf(call)
  const why = whyOf(call)
  if (why !== "") return ` (${why})`
  return call.access.kind !== "command" && place ? ` (${place.shown} is outside the workspace)` : ""
}

/** How a call concerns Holdfast's own files: by name, or by taking whole directories. */
function guardedBecause(call: Call): string {
  const named = call.access.kind === "command" && /holdfast/i.test(call.access.command)
  return named ? "Names Holdfast or its files" : `May reach files of Holdfast${because(call)}`
}

function isGranted(call: Call, grants: readonly SessionGrant[]): boolean {
  const subject = subjectOf(call)
  return grants.some((grant) => grant.tool === call.tool && grant.subject === subject)
}

const order: readonly PermissionMode[] = ["read-only", "workspace-write", "danger-full-access"]

function rank(mode: PermissionMode): number {
  return order.indexOf(mode)
}
