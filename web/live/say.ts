import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { Input } from "../../src/session/state.ts"
import { notifyProblem } from "../ui/notices.ts"
import type { Draft } from "./draft-state.ts"
import type { Letter } from "./letters.ts"
import { discard, isUnsettled, outbox, post, TakenBack, tryAgain, wantBack } from "./outbox.ts"
import { isWithdrawable } from "./withdrawal.ts"
import { putBack, saidIn } from "./words-back.ts"

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
      const refused = durable ? undefined : outbox.get().find((letter) => letter.key === key)
      // A refusal that the browser does not keep would be gone with the page; the server keeps what is in the box.
      if (refused) {
        takeBack(refused)
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
 * Takes back what has not arrived or was refused: the words go back to the box, after what is there. What may be on its way
 * comes back once it is known where it is.
 */
export function takeBack(letter: Letter): void {
  if (!isUnsettled(letter)) {
    putBack(letter.session, saidIn(letter))
    discard(letter.key)
  } else if (isWithdrawable(letter)) wantBack(letter.key)
}

/** Says again what was refused. It may have been about a turn that is over: now it is for the next one. */
export function sayAgain(letter: Letter): void {
  // It may have arrived: with another key it would be there twice.
  if (isUnsettled(letter)) {
    tryAgain(letter.key)
    return
  }
  discard(letter.key)
  if (letter.route === inputRoute) say(letter.session, saidIn(letter), { kind: "send" }).arrived.catch(notifyProblem)
  else post(letter.route as keyof Api, letter.session, letter.given as never).answer.catch(notifyProblem)
}
