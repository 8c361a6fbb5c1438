import { createHash } from "node:crypto"
import { isDeepStrictEqual } from "node:util"
import { canonicalJson } from "../../session/canonical.ts"
import { ruleCovers } from "../../session/view/approval.ts"
import type { Rule } from "./rule.ts"
import { changeRules } from "./rule-writing.ts"
import { parseRules, readIfThere } from "./rules.ts"

/** A rule of the user's that allows, such as an answer for always has written. */
export type OwnRule = {
  /** Of its content, so that it still names the rule when others are added or removed. */
  id: string
  rule: Rule
  /** What it covers, in words. */
  covers: string
}

/** The user's rules that allow, in the order of the file. */
export function ownRules(userFile: string): readonly OwnRule[] {
  const { allow = [] } = parseRules(readIfThere(userFile) ?? "{}", userFile)
  return allow.map((rule) => ({ id: idOf(rule), rule, covers: ruleCovers(rule) }))
}

/** Revokes a rule, by its id; null where there is none. What it allowed asks again from the next call on. */
export async function revokeRule(userFile: string, id: string): Promise<OwnRule | null> {
  const found = ownRules(userFile).find((each) => each.id === id)
  if (!found) return null
  await changeRules(userFile, ({ allow = [], ...content }) => ({
    ...content,
    allow: allow.filter((rule) => !isDeepStrictEqual(rule, found.rule)),
  }))
  return found
}

const idOf = (rule: Rule) => createHash("sha256").update(canonicalJson(rule)).digest("hex").slice(0, 16)
