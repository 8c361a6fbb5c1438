import { isDeepStrictEqual } from "node:util"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { BlobRef } from "../../session/event/common.ts"
import type { Actor, EventData, NewEvent } from "../../session/event.ts"
import { assertLegal } from "../../session/legal.ts"
import type { Store } from "../../store/contract.ts"
import type { ToolContext } from "../../tools/contract.ts"
import { hashOf, largestFile } from "../../tools/files/file-content.ts"
import { settleIntents, stageDrafts } from "../../tools/files/file-intent.ts"
import { decodeText, rewritten } from "../../tools/files/file-text.ts"
import { readRealFile } from "../../tools/files/real-file.ts"
import { touchablePlace } from "../../tools/files/workspace-path.ts"
import { orRefused } from "../tool-calls/file-refusal.ts"
import { appendOnce } from "./idempotent-intent.ts"

/** Where a person saves: the same limits apply as to the write tool. */
export type SaveContext = { store: Store; session: string } & Pick<ToolContext, "workspace" | "protected" | "notes">

/** `before` is the hash of the file that the person edited; null for a new file. */
export type Save = {
  path: string
  text: string
  before: string | null
  by?: Actor | undefined
  key?: string | undefined
}

/** `conflict`: nothing was written, because the file has changed; `found` is its hash now, null if it is gone. */
export type Saved = { did: "saved"; seq: number; hash: string } | { did: "conflict"; found: string | null }

/**
 * Saves a file of the workspace for a person if it is still what they saw, keeping its encoding and line ends. The old
 * content is stored as a blob before the file changes; the event is appended afterwards, because no driver could settle
 * an intent that a crash interrupted. A crash between the two leaves a changed file, which the agent notices by its hash
 * like any other change; repeating the save with its key then appends the event. Two saves of one session must not run
 * at the same time.
 */
export async function saveFile(context: SaveContext, save: Save): Promise<Saved> {
  const { store, session } = context
  let wanted: FileChange | undefined
  const work = () =>
    attempt(context, save, (change) => {
      wanted = change
    })
  const done = await appendOnce<Saved | Unchanged>(
    { store, session, key: save.key },
    {
      work,
      before([event]) {
        if (event?.type !== "workspace.saved" || !isDeepStrictEqual(event.data.change, wanted)) return undefined
        return { did: "saved", seq: event.seq, hash: event.data.change.after ?? "" }
      },
      idle: ({ did }) => did !== "saved",
    },
  )
  return done.did === "unchanged" ? { ...done, did: "saved" } : done
}

/** The file already had the new content, and the log has no event for it. */
type Unchanged = { did: "unchanged"; seq: number; hash: string }

type FileChange = EventData<"workspace.saved">["change"]

async function attempt(
  context: SaveContext,
  { path, text, before, by, key }: Save,
  onChange: (change: FileChange) => void,
): Promise<Saved | Unchanged> {
  const { store, session, workspace } = context
  const place = await orRefused(path, () => touchablePlace(path, context, "write"))
  if (place.where !== "workspace") {
    throw new HoldfastError("invalid", `${path} leads out of the workspace: only files in it are saved here.`)
  }
  const state = await store.state(session)
  const now = await orRefused(place.shown, () => readRealFile(place.path, { shown: place.shown }))
  const found = now ? hashOf(now.bytes) : null
  const after = rewritten(text, now ? decodeText(now.bytes) : undefined)
  if (after.length > largestFile) {
    throw new HoldfastError("invalid", `${place.shown} would have more than ${largestFile / 1024 / 1024} MB.`)
  }
  const hash = hashOf(after)
  const change = { path: place.path, before, after: hash }
  onChange(change)
  const record = (preImage: BlobRef | undefined): NewEvent => ({
    type: "workspace.saved",
    data: { change, ...(preImage ? { preImage } : {}) },
    ...(by ? { by } : {}),
  })
  // The file must not change if the log would refuse the event.
  assertLegal(state, record(undefined))
  const append = async (preImage: BlobRef | undefined) => {
    const { seq } = await store.append(session, [record(preImage)], "intent", key === undefined ? {} : { key })
    return { did: "saved", seq, hash } as const
  }

  if (found === hash) {
    if (before === hash || key === undefined) return { did: "unchanged", seq: state.seq, hash }
    const preImage = before === null ? undefined : await keptBlob(store, before)
    return preImage === null ? { did: "conflict", found } : await append(preImage)
  }
  if (found !== before) return { did: "conflict", found }

  const staging = {
    // The name is the same for every attempt, so that one finds what a crashed one had staged.
    key: `${session}:save`,
    places: [place],
    root: workspace,
    putBlob: (bytes: Uint8Array) => store.putBlob(bytes),
  }
  const drafts = [{ path: place.path, before: now?.bytes ?? null, after }]
  const staged = await orRefused(place.shown, () => stageDrafts(drafts, staging))
  const { conflicts } = await settleIntents(staged, { guard: async () => undefined, root: workspace })
  const [conflict] = conflicts
  if (conflict) {
    const other = await readRealFile(place.path, { shown: place.shown })
    const otherHash = other ? hashOf(other.bytes) : null
    if (otherHash === before) throw new HoldfastError("invalid", `Nothing was saved: ${conflict.why}`)
    return { did: "conflict", found: otherHash }
  }
  return append(staged[0]?.preImage)
}

/** The reference to a blob that is already stored; null if it is not. */
async function keptBlob(store: Store, hash: string): Promise<BlobRef | null> {
  try {
    return { blob: hash, bytes: (await store.blob(hash)).length }
  } catch (error) {
    if (isHoldfastError(error) && error.code === "not-found") return null
    throw error
  }
}
