import { counted } from "../base/amount-text.ts"
import type { ArtifactKind } from "../session/event/workflow.ts"
import type { TranscriptItem } from "../session/view/transcript.ts"

export const artifactName = (artifact: ArtifactKind): string => artifact.replaceAll("-", " ")

/** The outcome of an undo or redo. */
export function restoreText(item: Extract<TranscriptItem, { kind: "restore" }>): string {
  const what = item.as === "undo" ? "undid" : "redid"
  if (item.state === "running") return `${item.by.name} is restoring ${counted(item.files.length, "file")}`
  return `${item.by.name} ${what} the changes of ${counted(item.changed.length, "file")}`
}
