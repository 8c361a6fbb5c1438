import { oneLine } from "../../../base/plain-words.ts"
import type { SessionView } from "../../../client/session-view.ts"
import { failureTitle } from "../../../session/view/failure-words.ts"
import type { TranscriptItem } from "../../../session/view/transcript.ts"
import { purposeText } from "../../live/purpose-text.ts"
import type { Driving } from "../link/driver.ts"
import { clockOf } from "./tool-lines.ts"

/** What is going on, and since when or until when; null where nothing is. */
export type Activity = { text: string; moves: boolean } | null

/** What the session is doing now, in one line. */
export function activityOf(
  { state, partials }: Pick<SessionView, "state" | "partials">,
  { items, driving, now }: { items: readonly TranscriptItem[]; driving: Driving; now: number },
): Activity {
  const { turn, inputs, asks, intents } = state.log
  if (!turn) {
    if (inputs.held && inputs.waiting.length > 0)
      return still("Your messages are held since the turn stopped. Press Enter to send them.")
    return null
  }
  if (driving === "none" && asks.open.length === 0) return still("This turn was interrupted. Enter resumes it.")
  if (turn.cancel) return moving("Stopping")
  if (asks.open.length > 0) return null
  const where = driving === "other-process" ? ` in ${ownerOf(state.log.owner)}` : ""
  const time = clockOf(now - Date.parse(turn.startedAt))
  const retry = retryOf(items, now)
  if (retry) return still(retry)
  const { model, tools } = intents
  if (model) {
    const aside = purposeText(model.purpose)
    const { text = "", calls = "", reasoning = "" } = partials.get(model.seq) ?? {}
    const name = oneLine(model.model)
    const what =
      aside ?? (calls ? `${name} is calling a tool` : text ? "Writing" : reasoning ? "Thinking" : `Waiting for ${name}`)
    return moving(`${what}${where}  ${time}`)
  }
  return moving(`${tools.some(({ startedAt }) => startedAt !== null) ? "Running" : "Working"}${where}  ${time}`)
}

const still = (text: string): Activity => ({ text, moves: false })
const moving = (text: string): Activity => ({ text, moves: true })

function retryOf(items: readonly TranscriptItem[], now: number): string | null {
  const last = items.findLast((item) => item.kind === "answer")
  if (last?.kind !== "answer" || last.state !== "failed" || !last.failure?.retryAt) return null
  const { kind, status, retry, retryAt } = last.failure
  const count = retry ? ` (${retry.number} of ${retry.of})` : ""
  const left = Math.max(0, Math.ceil((Date.parse(retryAt) - now) / 1000))
  return `${failureTitle({ kind, status })}. Retrying${count} in ${left} s`
}

function ownerOf(owner: SessionView["state"]["log"]["owner"]): string {
  if (owner?.pid) return `process ${owner.pid}`
  return owner ? oneLine(owner.path) : "another process"
}
