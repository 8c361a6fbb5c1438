import { z } from "zod"
import { draftKey, newDraftKey } from "../../../agent/configuration/aside-settings.ts"
import { attachment } from "../../../session/event/input.ts"
import type { Store } from "../../../store/contract.ts"

const stored = z.object({ text: z.string(), attachments: z.array(attachment).optional() })

export type Attachment = z.infer<typeof attachment>

/** What is being typed, with the files that its marks stand for. */
export type Draft = { text: string; attachments: readonly Attachment[] }

export type DraftKeeper = {
  /** Keeps it in the store, at once: what was typed survives the end of this process. */
  save(draft: Draft): void
  /** Resolves when the newest one is durable. */
  saved(): Promise<void>
}

/** The place of a draft: that of a session, or of the next session of a project. */
export const draftPlace = (of: { session: string } | { project: string }) =>
  "session" in of ? draftKey(of.session) : newDraftKey(of.project)

export async function readDraft(store: Store, place: string): Promise<Draft> {
  const { text = "", attachments = [] } = stored.safeParse(await store.setting(place)).data ?? {}
  return { text, attachments }
}

/** One write at a time; what is typed meanwhile is the next. */
export function keepDraft(store: Store, place: string, onFailure: (error: unknown) => void): DraftKeeper {
  let next: Draft | null = null
  let writing: Promise<void> | null = null
  const write = async () => {
    // Keys that arrive together are one draft.
    await Promise.resolve()
    while (next) {
      const { text, attachments } = next
      next = null
      const value = text === "" && attachments.length === 0 ? undefined : { text, attachments }
      await store.setSetting(place, value).catch(onFailure)
    }
    writing = null
  }
  return {
    save(draft) {
      next = draft
      writing ??= write()
    },
    saved: async () => {
      await writing
    },
  }
}
