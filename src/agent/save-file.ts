import { isDeepStrictEqual } from "node:util"
import { HoldfastError, isHoldfastError } from "../session/error.ts"
import type { BlobRef } from "../session/event/common.ts"
import type { Actor, EventData, NewEvent } from "../session/event.ts"
import { assertLegal } from "../session/legal.ts"
import type { Store } from "../store/contract.ts"
import type { ToolContext } from "../tools/contract.ts"
import { hashOf, largestFile, readContent } from "../tools/file-content.ts"
import { settleIntents, stageDrafts } from "../tools/file-intent.ts"
import { decodeText, rewritten } from "../tools/file-text.ts"
import { touchablePlace } from "../tools/workspace.ts"
import { orRefused } from "./file-refusal.ts"
import { once } from "./once.ts"

/** Where a person saves, held to what the write tool is held to. */
export type SaveGround = { store: Store; session: string } & Pick<ToolContext, "workspace" | "protected" | "notes">

/** `before` is the hash that the person saw; null: the file is to be new. */
export type Save = {
  path: string
  text: string
  before: string | null
  by?: Actor | undefined
  key?: string | undefined
}

/** `conflict`: nothing was written, the file is another one by now; `found` is its hash, null where it is gone. */
export type Saved = { did: "saved"; seq: number; hash: string } | { did: "conflict"; found: string | null }

/**
 * Saves a file of the workspace for a person, if it still is what they saw, in the encoding and with the line ends that
 * it has. The old content is a blob before the file changes, and the log tells of the save after: an event before would
 * tell of a save that a crash prevented, and nobody drives a session that could settle it. A crash between the two leaves
 * a file that somebody else changed, which the agent finds by its hash, as any other; repeated with its key the save is
 * then told. Two saves of one session must not run at once.
 */
export async function saveFile(ground: SaveGround, save: Save): Promise<Saved> {
  const { store, session } = ground
  let wanted: FileChange | undefined
  const work = () =>
    attempt(ground, save, (change) => {
      wanted = change
    })
  const done = await once<Saved | Unchanged>(
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

/** The file was as it should be, and the log tells nothing of it. */
type Unchanged = { did: "unchanged"; seq: number; hash: string }

type FileChange = EventData<"workspace.saved">["change"]

async function attempt(
  ground: SaveGround,
  { path, text, before, by, key }: Save,
  tell: (change: FileChange) => void,
): Promise<Saved | Unchanged> {
  const { store, session, workspace } = ground
  const place = await orRefused(path, () => touchablePlace(path, ground, "write"))
  if (place.where !== "workspace") {
    throw new HoldfastError("invalid", `${path} leads out of the workspace: only files in it are saved here.`)
  }
  const state = await store.state(session)
  const now = await orRefused(place.shown, () => readContent(place.path, { shown: place.shown }))
  const found = now ? hashOf(now.bytes) : null
  const after = rewritten(text, now ? decodeText(now.bytes) : undefined)
  if (after.length > largestFile) {
    throw new HoldfastError("invalid", `${place.shown} would have more than ${largestFile / 1024 / 1024} MB.`)
  }
  const hash = hashOf(after)
  const change = { path: place.path, before, after: hash }
  tell(change)
  const record = (preImage: BlobRef | undefined): NewEvent => ({
    type: "workspace.saved",
    data: { change, ...(preImage ? { preImage } : {}) },
    ...(by ? { by } : {}),
  })
  // What the log would refuse must not be done to the file.
  assertLegal(state, record(undefined))
  const append = (preImage: BlobRef | undefined) =>
    store.append(session, [record(preImage)], "intent", key === undefined ? {} : { key })

  if (found === hash) {
    if (before === hash || key === undefined) return { did: "unchanged", seq: state.seq, hash }
    const preImage = before === null ? undefined : await keptBlob(store, before)
    return preImage === null ? { did: "conflict", found } : { did: "saved", seq: await append(preImage), hash }
  }
  if (found !== before) return { did: "conflict", found }

  const staging = {
    // One name for every try: it finds what a try that died had staged.
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
    const other = await readContent(place.path, { shown: place.shown })
    const otherHash = other ? hashOf(other.bytes) : null
    if (otherHash === before) throw new HoldfastError("invalid", `Nothing was saved: ${conflict.why}`)
    return { did: "conflict", found: otherHash }
  }
  return { did: "saved", seq: await append(staged[0]?.preImage), hash }
}

/** A blob that was kept before, as an event names it; null where it was not. */
async function keptBlob(store: Store, hash: string): Promise<BlobRef | null> {
  try {
    return { blob: hash, bytes: (await store.blob(hash)).length }
  } catch (error) {
    if (isHoldfastError(error) && error.code === "not-found") return null
    throw error
  }
}
