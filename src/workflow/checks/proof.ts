import { lookup } from "../../base/lookup.ts"
import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import { checkKind } from "../../shell/checker.ts"
import { targets } from "../../shell/programs/checkers.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import { positionals } from "../../shell/script-name.ts"
import { rankOf, strengthOfKind } from "./strength.ts"

/** What a command shows when it passes. */
export type Proof = { kind: Check["kind"]; strength: Strength }

/** What one simple command shows when it passes, by the program and its arguments; null for nothing about the work. */
export function proofOf(words: readonly string[]): Proof | null {
  const kind = checkKind(words)
  switch (kind) {
    case "nothing":
      return null
    case "unknown":
      return unknownProof(words)
    case "parse":
      return { kind: "typecheck", strength: "parses" }
    default:
      return { kind, strength: strengthOfKind[kind] }
  }
}

/** Something that at least can fail; a script of the workspace that ran shows that it loads. */
function unknownProof([path = "", ...rest]: readonly string[]): Proof | null {
  const name = programName(path)
  const program = programNamed(name)
  if (program?.interprets || program?.isShell)
    return positionals(rest).length > 0 ? { kind: "runtime", strength: "builds" } : null
  const isOwn = path.includes("/") && (!program || !path.startsWith("/")) && !lookup(targets, name)
  return { kind: "runtime", strength: isOwn ? "builds" : "exists" }
}

const rank = (proof: Proof | null) => (proof ? rankOf(proof.strength) : -1)
export const strongerProof = (one: Proof | null, other: Proof | null) => (rank(other) > rank(one) ? other : one)
export const weakerProof = (one: Proof | null, other: Proof | null) => (rank(other) < rank(one) ? other : one)
