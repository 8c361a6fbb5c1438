import { createHash } from "node:crypto"
import type { Access } from "../session/accessed-path.ts"
import { canonicalJson } from "../session/canonical.ts"
import { leadingWords } from "../shell/checker.ts"
import type { Analysis } from "./analyse-command.ts"
import type { Rule } from "./rules/rule.ts"

/** A tool call for the decision; shell commands come with their analysis. */
export type Call = {
  tool: string
  arguments: Readonly<Record<string, unknown>>
  access: Access
  analysis?: Analysis
}

/**
 * What "for this session" covers: the same tool with the same command in the same directory, the same files, or the
 * same arguments.
 */
export function subjectOf({ arguments: args, access }: Pick<Call, "arguments" | "access">): string {
  const subject = longSubject(args, access)
  return subject.length <= longest ? subject : `sha256 ${createHash("sha256").update(subject).digest("hex")}`
}

/** The rule that "always" writes; undefined if no rule can express it. */
export function lastingRule({ tool, access, analysis }: Omit<Call, "arguments">): Rule | undefined {
  if (access.kind === "command") {
    if (access.unconfined !== undefined || access.command.length > longest) return undefined
    const start = analysis && commandStart(analysis)
    const what = start === undefined ? { command: access.command } : { starts_with: start }
    return { tool, ...what, cwd: access.cwd.path, ...(access.network ? { network: true as const } : {}) }
  }
  if (access.kind === "none") return { tool }
  const [place, ...others] = access.places
  return place && others.length === 0 ? { tool, path_contains: place.path } : undefined
}

const longest = 1000

/**
 * The words that say what a command is for, such as `npm install`: what follows them changes little. Only for a single
 * command that stays in the workspace.
 */
function commandStart({ segments, outside, guarded }: Analysis): string | undefined {
  const [only, ...others] = segments
  if (!only || others.length > 0 || outside || guarded) return undefined
  if (only.class !== "workspace" && only.class !== "read-only") return undefined
  return leadingWords(only.plain.split(/\s+/))?.join(" ")
}

// An approval of a command is none of what it asks for besides.
function extraOf({ network, unconfined }: Extract<Access, { kind: "command" }>): string {
  if (unconfined !== undefined) return "without the sandbox "
  return network ? "with the network " : ""
}

function longSubject(args: Call["arguments"], access: Access): string {
  if (access.kind === "command") return `run ${extraOf(access)}in ${access.cwd.path}: ${access.command}`
  if (access.kind === "none") return `with ${canonicalJson(args)}`
  return `${access.kind} ${[...new Set(access.places.map((place) => place.path))].sort().join("\n")}`
}
