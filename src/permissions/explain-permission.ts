import type { SandboxUse } from "../session/accessed-path.ts"
import type { PermissionMode } from "../session/event/common.ts"
import type { Call } from "./call.ts"
import { showConfinement } from "./confinement.ts"
import type { Decision } from "./decision.ts"
import { showRule } from "./rules/rule.ts"

/** The details of an approval: a line for each fact, then the segments of a command. */
export function explainPermission(call: Call, decision: Decision, mode: PermissionMode, use?: SandboxUse): string {
  const { tool, access, analysis } = call
  const lines = [`tool=${tool}`, `active_mode=${mode}`, `required_mode=${decision.required}`]
  if (access.kind === "command") lines.push(`command=${access.command}`, `cwd=${access.cwd.shown}`)
  if (access.kind === "command" && use) lines.push(`sandbox=${showConfinement(decision.sandbox, use)}`)
  if (access.kind === "read" || access.kind === "write")
    lines.push(...access.places.map((place) => `path=${place.shown}${notes[place.where]}`))
  if (decision.rule) lines.push(`matched_${decision.rule.kind}_rule=${showRule(decision.rule)}`)
  lines.push(`reason=${decision.reason}`)
  const segments = analysis?.segments ?? []
  lines.push(...segments.map((segment) => `segment=[${segment.class}] ${segment.text} (${segment.why})`))
  return lines.map(visible).join("\n")
}

const notes = { workspace: "", outside: " (outside the workspace)", notes: "", protected: " (protected)" } as const

/** A fact of several lines. */
export function factLine(name: string, value: string): string {
  return visible(`${name}=\n${value}`)
}

// A value must not be able to imitate another line or hide its content.
function visible(line: string): string {
  return line
    .replace(/\n/g, "\n  ")
    .replace(/[^\P{C}\n]|[\u2028\u2029]/gu, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`)
}
