import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { Input } from "../../src/session/state.ts"
import { notifyProblem } from "../ui/notices.ts"
import type { Draft } from "./draft-state.ts"
import { discard, isUnsettled, outbox, post, requestWithdrawal, tryAgain, WithdrawnError } from "./outbox.ts"
import type { OutboxEntry } from "./outbox-entries.ts"
import { appendToDraft, draftIn } from "./restore-draft.ts"
import { isWithdrawable } from "./withdrawal.ts"

const inputRoute = "POST /api/sessions/:id/inputs"

/** How to send: the kind of input, and the turn that an interrupt stops. */
export type Manner = { kind: Input["kind"]; turn?: string | undefined }

/**
 * Sends an input. `durable`: the browser has stored it. `arrived` resolves to whether the server accepted it; a
 * refused input stays in the outbox.
 */
export function sendInput(
  session: string,
  draft: Draft,
  manner: Manner,
): { durable: boolean; arrived: Promise<boolean> } {
  const { kind, turn } = manner
  const { key, durable, answer } = post(inputRoute, session, {
    params: { id: session },
    body: {
      text: draft.text,
      kind,
      ...(draft.attachments.length > 0 ? { attachments: [...draft.attachments] } : {}),
      ...(kind === "interrupt" && turn !== undefined ? { turn } : {}),
    },
  })
  const arrived = answer.then(
    () => true,
    (error: unknown) => {
      if (error instanceof WithdrawnError) return false
      // The turn to interrupt has stopped meanwhile: send the input normally.
      if (error instanceof ApiProblem && error.code === "stopped") {
        discard(key)
        return sendInput(session, draft, { kind: "send" }).arrived
      }
      const refused = durable ? undefined : outbox.get().find((entry) => entry.key === key)
      // Without storage a refused entry would vanish with the page; the draft is kept on the server.
      if (refused) {
        withdraw(refused)
        notifyProblem(error)
        return false
      }
      if (error instanceof ApiProblem) return false
      throw error
    },
  )
  return { durable, arrived }
}

/**
 * Withdraws a refused or unsent entry: its words are appended to the draft. If it may have arrived, the server is
 * asked first.
 */
export function withdraw(entry: OutboxEntry): void {
  if (!isUnsettled(entry)) {
    appendToDraft(entry.session, draftIn(entry))
    discard(entry.key)
  } else if (isWithdrawable(entry)) requestWithdrawal(entry.key)
}

/** Sends a refused entry again, as an input for the next turn. */
export function resend(entry: OutboxEntry): void {
  // It may have arrived: a new key could duplicate it.
  if (isUnsettled(entry)) {
    tryAgain(entry.key)
    return
  }
  discard(entry.key)
  if (entry.route === inputRoute)
    sendInput(entry.session, draftIn(entry), { kind: "send" }).arrived.catch(notifyProblem)
  else post(entry.route as keyof Api, entry.session, entry.given as never).answer.catch(notifyProblem)
}
