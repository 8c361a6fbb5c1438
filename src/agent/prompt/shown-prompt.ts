import { shortId } from "../../base/short-id.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionState } from "../../session/state.ts"
import type { Store } from "../../store/contract.ts"
import { hunksOf } from "../../tools/files/file-diff.ts"
import { estimateText } from "../context/estimate.ts"
import type { Preview } from "./preview.ts"
import { comparePrompts, snapshotTexts } from "./prompt-snapshot.ts"
import { joined } from "./section.ts"

export type ShownSection = { name: string; stable: boolean; bytes: number; tokens: number; text: string }

/** A prompt as people are shown it, with how large it is. */
export type ShownPrompt = {
  /** Null for that of a new session. */
  session: string | null
  /** The event that it was sent with; null for what would be sent. */
  sent: number | null
  lastSent: number | null
  format: string
  mode: string
  /** In few words, for a weak model; null where that was not kept. */
  brief: boolean | null
  bytes: number
  tokens: number
  sections: readonly ShownSection[]
}

/** What would be sent now. */
export function nextPrompt(
  session: string | null,
  { sections, stable, last, format, brief, mode }: Preview,
): ShownPrompt {
  const parts = sections.map((part, index) => ({ ...part, stable: index < stable }))
  return { session, sent: null, lastSent: last?.seq ?? null, format, brief, mode, ...measured(parts) }
}

/** What was sent last. `not-found` where nothing was. */
export async function sentPrompt(store: Pick<Store, "blob">, { id, branch }: SessionState): Promise<ShownPrompt> {
  const last = branch.prompts.at(-1)
  if (!last) throw nothingSent(id)
  const { seq, format, mode } = last
  const texts = await snapshotTexts(last, store)
  return { session: id, sent: seq, lastSent: seq, format, mode, brief: null, ...measured(texts) }
}

/** What changed between the last two prompts; `from` is null where there was only one. */
export type ShownDiff = {
  session: string
  from: number | null
  to: number
  highlights: readonly string[]
  sections: readonly {
    name: string
    change: "added" | "removed" | "changed"
    because: string
    added: number
    removed: number
    lines: readonly string[]
  }[]
}

/** Compares the last two prompts that were sent. `not-found` where nothing was. */
export async function promptDiff(store: Pick<Store, "blob">, state: SessionState): Promise<ShownDiff> {
  const [before, after] = state.branch.prompts.slice(-2)
  if (!before) throw nothingSent(state.id)
  if (!after) return { session: state.id, from: null, to: before.seq, highlights: [], sections: [] }
  const { highlights, changed } = comparePrompts(before, after, state)
  // A line end at the end: that there is none would only be noise in a diff.
  const bytesOf = async (blob: string | null) =>
    blob === null ? new Uint8Array() : Buffer.concat([await store.blob(blob), Buffer.from("\n")])
  const sections = await Promise.all(
    changed.map(async ({ name, because, ...blobs }) => {
      const [old, now] = await Promise.all([bytesOf(blobs.before), bytesOf(blobs.after)])
      const { added, removed, lines } = hunksOf(old, now) ?? { added: 0, removed: 0, lines: [] }
      const change = blobs.before === null ? "added" : blobs.after === null ? "removed" : "changed"
      return { name, change, because, added, removed, lines } as const
    }),
  )
  return { session: state.id, from: before.seq, to: after.seq, highlights, sections }
}

function measured(sections: readonly { name: string; text: string; stable: boolean }[]) {
  const shown = sections.map(
    ({ name, text, stable }): ShownSection => ({
      name,
      stable,
      bytes: Buffer.byteLength(text),
      tokens: estimateText(text),
      text,
    }),
  )
  const whole = joined(sections)
  return { bytes: Buffer.byteLength(whole), tokens: estimateText(whole), sections: shown }
}

function nothingSent(session: string): HoldfastError {
  const id = shortId(session)
  const message = `Nothing was sent in session ${id} yet. 'holdfast prompt show ${id}' shows what would be.`
  return new HoldfastError("not-found", message)
}
