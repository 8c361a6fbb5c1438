import { z } from "zod"
import { draftKey } from "../../../agent/aside-settings.ts"
import { HoldfastError } from "../../../session/error.ts"
import type { Store } from "../../../store/contract.ts"
import { blobRefsOf } from "../../../store/export.ts"
import { attachments } from "../../contract/common.ts"

/** How many sessions are remembered. */
const most = 32

const drafted = z.object({ attachments })

type Known = { through: number; blobs: Set<string> }

/**
 * Which blobs a session names: nobody gets the bytes of another session by their hash. A log only grows, so that what was
 * read of it once is not read again.
 */
export function namedBlobs(store: Store) {
  const known = new Map<string, Known>()
  const isInDraft = async (session: string, hash: string) => {
    const draft = drafted.safeParse(await store.setting(draftKey(session))).data
    return draft?.attachments.some(({ blob }) => blob === hash) ?? false
  }
  return {
    /** Throws `not-found` unless the log or the draft of the session names the blob; `not-found` and `erased` for the session. */
    async check(session: string, hash: string): Promise<void> {
      await store.row(session)
      const { through, blobs } = known.get(session) ?? { through: 0, blobs: new Set<string>() }
      if (blobs.has(hash)) return
      let last = through
      for await (const event of store.read(session, { after: through })) {
        last = event.seq
        for (const ref of blobRefsOf(event)) blobs.add(ref.blob)
      }
      known.delete(session)
      known.set(session, { through: last, blobs })
      for (const oldest of known.keys()) if (known.size > most) known.delete(oldest)
      if (!blobs.has(hash) && !(await isInDraft(session, hash)))
        throw new HoldfastError("not-found", `Session ${session} names no blob ${hash}.`)
    },
  }
}
