import type { ArtifactKind } from "../../session/event/workflow.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import { counted } from "./plain.ts"

/** What an artifact is called. */
export const artifactName = (artifact: ArtifactKind): string => artifact.replaceAll("-", " ")

/** What became of changes that were taken back or put back. */
export function restoreText(item: Extract<TranscriptItem, { kind: "restore" }>): string {
  const what = item.as === "undo" ? "took back" : "put back"
  if (item.state === "running") return `${item.by.name} has ${counted(item.files.length, "file")} put as before`
  return `${item.by.name} ${what} what was changed in ${counted(item.changed.length, "file")}`
}
