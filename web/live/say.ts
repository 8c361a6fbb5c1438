import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { Input } from "../../src/session/state.ts"
import { notifyProblem } from "../ui/notices.ts"
import type { Attachment, Draft } from "./draft-state.ts"
import { draftOf, writeDraft } from "./drafts.ts"
import { type Letter, wordsOf } from "./letters.ts"
import { discard, post, TakenBack } from "./outbox.ts"

const inputRoute = "POST /api/sessions/:id/inputs"

/** How something is said: its kind, and the turn that an interrupt stops. */
export type Manner = { kind: Input["kind"]; turn?: string | undefined }

/**
 * Says something to a session. `durable`: the browser keeps it until the server has it. `arrived` resolves to whether the
 * server took it; what was refused waits in the outbox for the person.
 */
export function say(session: string, draft: Draft, manner: Manner): { durable: boolean; arrived: Promise<boolean> } {
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
      if (error instanceof TakenBack) return false
      // The turn ended by itself meanwhile: what was to be done instead of it is done after it.
      if (error instanceof ApiProblem && error.code === "stopped") {
        discard(key)
        return say(session, draft, { kind: "send" }).arrived
      }
      if (error instanceof ApiProblem) return false
      throw error
    },
  )
  return { durable, arrived }
}

/** Takes back what has not arrived or was refused: the words go back to the box, after what is there. */
export function takeBack(letter: Letter): void {
  discard(letter.key)
  const said = saidIn(letter)
  const before = draftOf(letter.session)
  writeDraft(letter.session, {
    text: before.text.trim() === "" ? said.text : `${before.text}\n\n${said.text}`,
    attachments: [...before.attachments, ...said.attachments],
  })
}

/** Says again what was refused. It may have been about a turn that is over: now it is for the next one. */
export function sayAgain(letter: Letter): void {
  discard(letter.key)
  if (letter.route === inputRoute) say(letter.session, saidIn(letter), { kind: "send" }).arrived.catch(notifyProblem)
  else post(letter.route as keyof Api, letter.session, letter.given as never).answer.catch(notifyProblem)
}

function saidIn(letter: Letter): Draft {
  const { body } = letter.given
  const attachments =
    typeof body === "object" && body !== null && "attachments" in body && Array.isArray(body.attachments)
      ? (body.attachments as Attachment[])
      : []
  return { text: wordsOf(letter) ?? "", attachments }
}
