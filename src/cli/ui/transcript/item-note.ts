import { counted } from "../../../base/amount-text.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { shortId } from "../../../base/short-id.ts"
import { artifactName, restoreText } from "../../../present/item-text.ts"
import type { WorkflowMode } from "../../../session/event/common.ts"
import type { TranscriptItem } from "../../../session/view/transcript.ts"
import { withoutPrefix } from "../../../workflow/explain/answers.ts"

/** One grey line for what is neither said nor done; null where it says nothing new. */
export function itemNotes(): (item: TranscriptItem) => string | null {
  let mode: WorkflowMode = "execute"
  return (item) => {
    if (item.kind !== "mode") return itemNote(item)
    const isNew = item.mode !== mode
    mode = item.mode
    if (!isNew) return null
    return item.mode === "verify" ? "· Running checks" : `· ${item.mode}: ${oneLine(withoutPrefix(item.reason))}`
  }
}

function itemNote(item: TranscriptItem): string | null {
  switch (item.kind) {
    case "push-back":
      return `· ${oneLine(item.text)}`
    case "artifact":
      return `· ${item.edited ? oneLine(item.by.name) : "The agent"} wrote version ${item.version} of the ${artifactName(item.artifact)}`
    case "owner":
      return `· Resumed after an interruption`
    case "restore":
      return `· ${oneLine(restoreText(item))}`
    case "saved":
      return `· ${oneLine(item.by.name)} saved ${oneLine(item.change.path)}`
    case "compaction":
      return `· Summarized ${counted(item.removed, "older message")}: ${tokens(item)}`
    case "trim":
      return `· Shortened old results: ${tokens(item)}`
    case "kept":
      return `· Not compacted: ${oneLine(item.because)}`
    case "fork":
      return `· Forked from ${shortId(item.parent.session)} at event ${item.parent.seq}`
    case "rewind":
      return `· Rewound to event ${item.to}`
    case "unknown":
      return `· Event from a newer version of Holdfast (${oneLine(item.type)})`
    default:
      return null
  }
}

const tokens = ({ tokensBefore, tokensAfter }: { tokensBefore: number; tokensAfter: number }) =>
  `${tokensBefore.toLocaleString("en-US")} → ${counted(tokensAfter, "token")}`
