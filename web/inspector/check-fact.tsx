import type { CheckRun } from "../../src/session/view/check-runs.ts"
import { texts } from "../texts.ts"
import { Fact, type FactTone } from "./fact.tsx"

const tones = {
  passed: "good",
  failed: "bad",
  running: "context",
  planned: "context",
  pending: "context",
  stale: "unknown",
  superseded: "context",
  skipped: "missing",
  unknown: "unknown",
  missing: "missing",
} as const satisfies Record<CheckRun["status"], FactTone>

const says = texts.inspector

/** A check and its outcome, as a fact. */
export function CheckFact({
  session,
  check: { seq, command, status, summary, attempt },
  about = null,
}: {
  session: string
  check: Omit<CheckRun, "seq" | "current"> & { seq: number | null }
  about?: string | null
}) {
  const detail = [attempt === null ? null : says.done.attempt(attempt), about, summary].filter(Boolean).join(" · ")
  return (
    <Fact session={session} tone={tones[status]} seq={seq} detail={detail}>
      <code className="font-mono text-xs">{command}</code> {says.checkStatus[status]}
    </Fact>
  )
}
