import { shownPath } from "../../base/path-within.ts"
import type { TurnFacts } from "../event/turn-facts.ts"
import type { KnownFacts } from "./fact-points.ts"
import type { Why } from "./why.ts"

/** What the stop record says of the turn, else what its events do: that may not be all that changed. */
export function knownFacts(
  { facts, did }: Pick<Why, "did"> & { facts: TurnFacts | null },
  workspace: string,
): KnownFacts {
  if (facts) return facts
  const files = did.files.map(({ path, change }) => ({ path: shownPath(workspace, path), change }))
  const checks = did.checks.flatMap(({ command, status, strength, summary, seq, current }) =>
    !current || strength === null || status === "running" || status === "planned"
      ? []
      : [{ command, status, strength, by: "holdfast" as const, seq, ...(summary === null ? {} : { summary }) }],
  )
  return {
    ...(files.length > 0 ? { files, fileCount: files.length } : {}),
    checks,
    ...(did.denied.length > 0 ? { denied: [...did.denied] } : {}),
  }
}
