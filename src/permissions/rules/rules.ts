import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs"
import { errorText } from "../../base/error-text.ts"
import { systemCode } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import type { PlacedRule, RuleFile, RuleKind, Rules } from "./rule.ts"
import { ruleFile } from "./rule.ts"

/** A rules file as read. */
type RuleSource = {
  source: "user" | "project"
  file: string
  exists: boolean
  /** The file's SHA-256, which trust is bound to. */
  hash: string | null
  trusted: boolean
  counts: Readonly<Record<RuleKind, number>>
}

export type RulesRead = { rules: Rules; sources: readonly RuleSource[] }

/**
 * Reads the user's and the project's rules. An untrusted project's rules can only restrict. An invalid file is an
 * error: ignoring it might allow too much.
 */
export function readRules(options: {
  userFile: string
  projectFile: string
  trusted: (hash: string) => boolean
}): RulesRead {
  const user = readSource("user", options.userFile, () => true)
  const project = readSource("project", options.projectFile, options.trusted)
  const of = (kind: RuleKind) => [...placed(user, kind), ...placed(project, kind)]
  return {
    rules: { allow: of("allow"), deny: of("deny"), ask: of("ask") },
    sources: [user.source, project.source],
  }
}

/** Parses a rules file; throws with what is wrong. */
export function parseRules(text: string, file: string): RuleFile {
  const parsed = ruleFile.safeParse(parseJson(text, file))
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `${issue.path.join(".") || "the file"}: ${issue.message}`)
  throw invalid(file, problems.join("; "))
}

type Read = { source: RuleSource; content: RuleFile }

function readSource(source: "user" | "project", file: string, trusted: (hash: string) => boolean): Read {
  const text = readIfThere(file)
  const content = text === undefined ? {} : parseRules(text, file)
  const hash = text === undefined ? null : createHash("sha256").update(text).digest("hex")
  const counts = {
    allow: content.allow?.length ?? 0,
    deny: content.deny?.length ?? 0,
    ask: content.ask?.length ?? 0,
  }
  return {
    source: { source, file, exists: text !== undefined, hash, trusted: hash !== null && trusted(hash), counts },
    content,
  }
}

function placed({ source: { source, file, trusted }, content }: Read, kind: RuleKind): readonly PlacedRule[] {
  if (kind === "allow" && !trusted) return []
  return (content[kind] ?? []).map((rule, at) => ({ rule, kind, source, file, number: at + 1 }))
}

/** A file's text; undefined if it does not exist. */
export function readIfThere(file: string): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(regularFile(file))
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined
    throw invalid(file, errorText(error), error)
  }
}

/** Anything larger is not a rules file. */
const maxBytes = 1024 * 1024

// A project could put a named pipe in place of its rules: opening it would block forever.
function regularFile(file: string): Uint8Array {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw new Error("it is not a regular file")
    if (stats.size > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalid(file, errorText(error), error)
  }
}

function invalid(file: string, problem: string, cause?: unknown): HoldfastError {
  return new HoldfastError(
    "invalid",
    `The permission rules in ${file} cannot be used: ${problem}. Correct or remove the file; until then nothing runs.`,
    { cause, details: { file, problem } },
  )
}
