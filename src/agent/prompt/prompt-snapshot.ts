import { counted } from "../../base/amount-text.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"

/** A prompt that was sent, as the state keeps it. */
export type Snapshot = SessionState["branch"]["prompts"][number]

export type SnapshotText = { name: string; text: string; stable: boolean }

/** What a prompt said that was sent. */
export function snapshotTexts({ sections, stable }: Snapshot, store: Pick<Store, "blob">): Promise<SnapshotText[]> {
  return Promise.all(
    sections.map(async ({ name, blob }, index) => ({
      name,
      text: Buffer.from(await store.blob(blob)).toString("utf8"),
      stable: index < stable,
    })),
  )
}

/** A section that is not the same in two prompts; null where it is not there. */
type ChangedSection = { name: string; before: string | null; after: string | null; because: string }

/** What differs between two prompts, and why. */
export type PromptDiff = { highlights: string[]; changed: ChangedSection[] }

/** Compares two prompts that were sent, the older one first. Pure. */
export function comparePrompts(before: Snapshot, after: Snapshot, state: SessionState): PromptDiff {
  const compaction = state.branch.compaction?.seq ?? 0
  const compactedAt = compaction > before.seq && compaction < after.seq ? compaction : null
  const names = [...new Set([...after.sections, ...before.sections].map(({ name }) => name))]
  const blobOf = (snapshot: Snapshot, name: string) =>
    snapshot.sections.find((part) => part.name === name)?.blob ?? null
  const changed = names.flatMap((name) => {
    const [old, now] = [blobOf(before, name), blobOf(after, name)]
    return old === now ? [] : [{ name, before: old, after: now, because: reasonFor(name, before, after, compactedAt) }]
  })
  const moves = [
    moved("Workflow mode", before.mode, after.mode),
    moved("Permission mode", before.permissionMode, after.permissionMode),
    moved("Tool format", before.format, after.format),
    ...(before.task === after.task ? [] : ["Current task changed"]),
  ]
  return { highlights: [...moves.filter((line) => line !== null), stableLine(before, after, compactedAt)], changed }
}

function moved(what: string, before: string | null, after: string | null): string | null {
  return before === after ? null : `${what} changed: ${before ?? "none"} → ${after ?? "none"}`
}

function stableLine(before: Snapshot, after: Snapshot, compactedAt: number | null): string {
  const blobs = ({ sections, stable }: Snapshot) => sections.slice(0, stable).map(({ blob }) => blob)
  if (blobs(before).join() === blobs(after).join()) return `Stable part unchanged: ${counted(after.stable, "section")}`
  return `Stable part rebuilt: ${rebuildReason(before, after, compactedAt)}`
}

function rebuildReason(before: Snapshot, after: Snapshot, compactedAt: number | null): string {
  if (compactedAt !== null) return `it was read again after the compaction (event ${compactedAt})`
  if (before.format !== after.format) return "the tool format is another one"
  return "tools, rules or what the model can handle are others"
}

/** Why a section changes at all. */
function reasonFor(name: string, before: Snapshot, after: Snapshot, compactedAt: number | null): string {
  switch (name) {
    case "runtime":
      return "where it works, what is allowed or how tools are called"
    case "workflow":
      return before.mode === after.mode ? "the current task" : "the mode of the workflow"
    case "mode-guidance":
      return "the mode of the workflow"
    case "memory":
      return "memory and notepad are read when a turn starts"
    case "assignment":
      return "what this one call is for"
    default:
      return rebuildReason(before, after, compactedAt)
  }
}
