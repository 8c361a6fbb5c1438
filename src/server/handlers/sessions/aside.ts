import { hash } from "node:crypto"
import { z } from "zod"
import { draftKey, readKey } from "../../../agent/aside-settings.ts"
import { canonicalJson } from "../../../session/canonical.ts"
import { HoldfastError } from "../../../session/error.ts"
import { attachments, inputText } from "../../contract/common.ts"
import type { Handlers } from "../../handler.ts"
import type { House } from "../../house.ts"
import { openLanes } from "../../lanes.ts"

const kept = z.object({ text: inputText, attachments: attachments.optional() })

type Draft = z.infer<typeof kept>

type Routes = "GET /api/sessions/:id/draft" | "PUT /api/sessions/:id/draft" | "PUT /api/sessions/:id/read"

/** What is kept of a session beside its log: drafts, and how far a person has read. */
export function asideHandlers({ store }: House): Handlers<Routes> {
  const inLane = openLanes()
  const draftOf = async (id: string): Promise<Draft> =>
    kept.safeParse(await store.setting(draftKey(id))).data ?? { text: "" }
  return {
    async "GET /api/sessions/:id/draft"({ params: { id } }) {
      await store.row(id)
      return versioned(await draftOf(id))
    },

    "PUT /api/sessions/:id/draft": ({ params: { id }, body: { from, ...draft } }) =>
      inLane(id, async () => {
        await store.row(id)
        const before = versioned(await draftOf(id))
        const { version } = versioned(draft)
        // Who wrote over something else has not seen it. What is there already was kept by a try whose answer was lost.
        if (from !== undefined && from !== before.version && version !== before.version) throw movedOn(before)
        await store.setSetting(draftKey(id), isEmpty(draft) ? undefined : draft)
        return { version }
      }),

    "PUT /api/sessions/:id/read": ({ params: { id }, body }) =>
      inLane(id, async () => {
        const { seq: head } = await store.row(id)
        const before = await store.setting(readKey(id))
        // What is yet to come cannot have been read.
        const read = Math.min(body.seq, head)
        if (typeof before !== "number" || read > before) await store.setSetting(readKey(id), read, { session: id })
        return undefined
      }),
  }
}

const isEmpty = ({ text, attachments = [] }: Draft) => text === "" && attachments.length === 0

/** A draft and its version, which is made from what it says: an older one that comes back is the same again. */
function versioned<T extends Draft>(draft: T): T & { version: string } {
  const { text, attachments = [] } = draft
  return { ...draft, version: hash("sha256", canonicalJson({ text, attachments })) }
}

function movedOn(there: Draft & { version: string }): HoldfastError {
  const message = "Another draft was written here meanwhile. Look at it, and write yours over its version."
  return new HoldfastError("behind", message, { details: { ...there } })
}
