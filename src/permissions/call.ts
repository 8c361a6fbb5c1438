import { createHash } from "node:crypto"
import type { Access } from "../session/access.ts"
import { canonicalJson } from "../session/canonical.ts"
import type { Rule } from "./rule.ts"
import type { Analysis } from "./shell.ts"

/** A tool call as the decision sees it; a command comes with its analysis. */
export type Call = {
  tool: string
  arguments: Readonly<Record<string, unknown>>
  access: Access
  analysis?: Analysis
}

/**
 * What an answer for the whole session covers: the same tool for the same command in the same directory, for the same
 * files, or with the same arguments.
 */
export function subjectOf({ arguments: args, access }: Pick<Call, "arguments" | "access">): string {
  const subject = longSubject(args, access)
  return subject.length <= longest ? subject : `sha256 ${createHash("sha256").update(subject).digest("hex")}`
}

/** The rule that an answer for always writes; undefined where no rule can say it. */
export function lastingRule({ tool, access }: Pick<Call, "tool" | "access">): Rule | undefined {
  if (access.kind === "command") return { tool, command: access.command, cwd: access.cwd.path }
  if (access.kind === "none") return { tool }
  const [place, ...others] = access.places
  return place && others.length === 0 ? { tool, path_contains: place.path } : undefined
}

const longest = 1000

function longSubject(args: Call["arguments"], access: Access): string {
  if (access.kind === "command") return `run in ${access.cwd.path}: ${access.command}`
  if (access.kind === "none") return `with ${canonicalJson(args)}`
  return `${access.kind} ${[...new Set(access.places.map((place) => place.path))].sort().join("\n")}`
}
