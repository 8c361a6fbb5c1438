import { z } from "zod"
import { draftKey, readKey } from "../../../agent/aside-settings.ts"
import { attachments, inputText } from "../../contract/common.ts"
import type { Handlers } from "../../handler.ts"
import type { House } from "../../house.ts"
import { openLanes } from "../../lanes.ts"

const kept = z.object({ text: inputText, attachments: attachments.optional() })

type Routes = "GET /api/sessions/:id/draft" | "PUT /api/sessions/:id/draft" | "PUT /api/sessions/:id/read"

/** What is kept of a session beside its log: drafts, and how far a person has read. */
export function asideHandlers({ store }: House): Handlers<Routes> {
  const inLane = openLanes()
  return {
    async "GET /api/sessions/:id/draft"({ params: { id } }) {
      await store.row(id)
      return kept.safeParse(await store.setting(draftKey(id))).data ?? { text: "" }
    },

    "PUT /api/sessions/:id/draft": ({ params: { id }, body }) =>
      inLane(id, async () => {
        await store.row(id)
        const isEmpty = body.text === "" && (body.attachments ?? []).length === 0
        await store.setSetting(draftKey(id), isEmpty ? undefined : body)
        return undefined
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
