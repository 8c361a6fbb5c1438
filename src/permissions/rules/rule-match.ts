import type { Call } from "../call.ts"
import type { Segment } from "../judgement.ts"
import type { PlacedRule, Rule } from "./rule.ts"

/**
 * The first matching rule. A restricting rule matches if any part of the call does, an allowing one only if every
 * part does, so that nothing rides along with an allowed part.
 */
export function findRule(
  rules: readonly PlacedRule[],
  call: Call,
  purpose: "restrict" | "allow",
): PlacedRule | undefined {
  return rules.find(({ rule }) => (purpose === "allow" ? allows(rule, call) : restricts(rule, call)))
}

function restricts(rule: Rule, call: Call): boolean {
  const { tool, contains, path_contains: path, command, starts_with: start, cwd } = rule
  if (tool !== undefined && tool !== call.tool) return false
  if (cwd !== undefined && !runsIn(cwd, call)) return false
  if (rule.network && !asksForNetwork(call)) return false
  if (start !== undefined && !segmentsOf(call).some((segment) => startsWith(segment, start))) return false
  const parts = commandParts(call)
  const texts = [callText(call), ...parts.map((part) => `${call.tool} command=${collapse(part)}`)]
  if (contains !== undefined && !texts.some((text) => holds(text, contains))) return false
  if (path !== undefined && ![...pathsOf(call).flat(), ...parts].some((text) => text.includes(path))) return false
  return command === undefined || parts.some((part) => part.trim() === command.trim())
}

function allows(rule: Rule, call: Call): boolean {
  const { tool, contains, path_contains: path, command, starts_with: start, cwd } = rule
  if (tool !== undefined && tool !== call.tool) return false
  if (cwd !== undefined && !runsIn(cwd, call)) return false
  if (rule.network && !asksForNetwork(call)) return false
  if (start !== undefined && !(staysInside(call) && segmentsOf(call).every((segment) => startsWith(segment, start))))
    return false
  if (contains !== undefined && !allowsText(contains, call)) return false
  const places = pathsOf(call)
  if (path !== undefined && !(places.length > 0 && places.every((forms) => forms.some((form) => lies(form, path)))))
    return false
  return command === undefined || (call.access.kind === "command" && call.access.command.trim() === command.trim())
}

const segmentsOf = ({ access, analysis }: Call) => (access.kind === "command" && analysis?.segments) || []

/** By whole words, as the shell understands them. */
function startsWith({ program, plain }: Segment, start: string): boolean {
  const words = collapse(start)
  return words.split(" ")[0] === program && `${collapse(plain)} `.startsWith(`${words} `)
}

/** What follows the known words was not seen by a person: it may do no more than any command in the workspace. */
function staysInside({ analysis }: Call): boolean {
  if (!analysis || analysis.segments.length === 0 || analysis.outside || analysis.guarded) return false
  return analysis.segments.every((segment) => segment.class === "read-only" || segment.class === "workspace")
}

function asksForNetwork({ access }: Call): boolean {
  return access.kind === "command" && access.network === true
}

function runsIn(directory: string, { access }: Call): boolean {
  return access.kind === "command" && access.cwd.path === directory
}

// Each segment must start with the text: `rm -r src "npm test"` is not `npm test`.
function allowsText(contains: string, call: Call): boolean {
  if (call.access.kind !== "command") return holds(callText(call), contains)
  const segments = call.analysis?.segments ?? []
  const front = `${call.tool} command=`
  const sought = collapse(contains)
  return (
    segments.length > 0 &&
    segments.every(({ text }) => {
      const line = front + collapse(text)
      for (let at = line.indexOf(sought); at >= 0 && at <= front.length; at = line.indexOf(sought, at + 1))
        if (at + sought.length > front.length) return true
      return false
    })
  )
}

// A path matches itself and what is below it, not names with the same prefix.
function lies(form: string, path: string): boolean {
  return path.startsWith("/")
    ? form === path || form.startsWith(path.endsWith("/") ? path : `${path}/`)
    : form.includes(path)
}

/** The whole call as text, keys sorted, not truncated. */
function callText({ tool, arguments: args }: Call): string {
  const parts = Object.keys(args)
    .sort()
    .map((key) => `${key}=${collapse(typeof args[key] === "string" ? args[key] : (JSON.stringify(args[key]) ?? ""))}`)
  return [tool, ...parts].join(" ")
}

function commandParts({ access, analysis }: Call): readonly string[] {
  if (access.kind !== "command") return []
  return [access.command, ...(analysis?.segments ?? []).flatMap((segment) => [segment.text, segment.plain])]
}

// By the literal path and the resolved one.
function pathsOf({ access }: Call): readonly (readonly string[])[] {
  if (access.kind === "none") return []
  const places = access.kind === "command" ? [access.cwd] : access.places
  return places.map((place) => [place.shown, place.path])
}

function holds(text: string, part: string): boolean {
  return text.includes(part) || text.includes(collapse(part))
}

function collapse(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}
