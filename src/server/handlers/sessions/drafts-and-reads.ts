import { hash } from "node:crypto"
import { z } from "zod"
import { draftKey, readKey } from "../../../agent/configuration/aside-settings.ts"
import { canonicalJson } from "../../../session/canonical.ts"
import { HoldfastError } from "../../../session/error.ts"
import { attachments, inputText } from "../../contract/common.ts"
import type { Handlers } from "../../handler.ts"
import { createKeyedMutex } from "../../keyed-mutex.ts"
import type { ServerContext } from "../../server-context.ts"

const kept = z.object({ text: inputText, attachments: attachments.optional() })

type Draft = z.infer<typeof kept>

type Routes = "GET /api/sessions/:id/draft" | "PUT /api/sessions/:id/draft" | "PUT /api/sessions/:id/read"

/** What is stored for a session beside its log: drafts and the read position. */
export function sessionSettingHandlers({ store }: ServerContext): Handlers<Routes> {
  const perSession = createKeyedMutex()
  const draftOf = async (id: string): Promise<Draft> =>
    kept.safeParse(await store.setting(draftKey(id))).data ?? { text: "" }
  return {
    async "GET /api/sessions/:id/draft"({ params: { id } }) {
      await store.row(id)
      return versioned(await draftOf(id))
    },

    "PUT /api/sessions/:id/draft": ({ params: { id }, body: { from, ...draft } }) =>
      perSession(id, async () => {
        await store.row(id)
        const before = versioned(await draftOf(id))
        const { version } = versioned(draft)
        // Refuse to overwrite an unseen draft; the same text means that an earlier try was saved and its response lost.
        if (from !== undefined && from !== before.version && version !== before.version) throw movedOn(before)
        await store.setSetting(draftKey(id), isEmpty(draft) ? undefined : draft)
        return { version }
      }),

    "PUT /api/sessions/:id/read": ({ params: { id }, body }) =>
      perSession(id, async () => {
        const { seq: head } = await store.row(id)
        const before = await store.setting(readKey(id))
        // Events beyond the head cannot have been read.
        const read = Math.min(body.seq, head)
        if (typeof before !== "number" || read > before) await store.setSetting(readKey(id), read, { session: id })
        return undefined
      }),
  }
}

const isEmpty = ({ text, attachments = [] }: Draft) => text === "" && attachments.length === 0

/** A draft with its version, a hash of the content: the same content always has the same version. */
function versioned<T extends Draft>(draft: T): T & { version: string } {
  const { text, attachments = [] } = draft
  return { ...draft, version: hash("sha256", canonicalJson({ text, attachments })) }
}

function movedOn(there: Draft & { version: string }): HoldfastError {
  const message = "The draft has changed in the meantime. Read it, then save yours over its version."
  return new HoldfastError("behind", message, { details: { ...there } })
}
