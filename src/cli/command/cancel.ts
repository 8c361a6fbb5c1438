import type { Cancelled } from "../../agent/sessions/cancel-resume.ts"
import { shortId } from "../../base/short-id.ts"
import { isHoldfastError } from "../../session/error.ts"
import { stopWords } from "../../session/view/stop-words.ts"
import type { Store } from "../../store/contract.ts"
import { withAgent } from "../cli-context.ts"
import type { Run } from "../commands/command-form.ts"
import { targetOf } from "../live/target.ts"
import { findSession } from "../session/session-id.ts"

/** Longer than the 8 seconds after which the driver abandons a hanging tool. */
const patienceMs = 15_000

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withAgent({ purpose: "act" }, async ({ agent, store }) => {
    const { id, seq } = await findSession(store, typed)
    const reason = args.text("reason")
    const cancelled = await agent.cancel(id, reason ? { reason } : {})
    const { turn = null, withdrawn = null } = cancelled ?? {}
    if (turn === null) {
      const reply = { id, cancelled: cancelled !== null, turn, withdrawn, stop: null }
      if (terminal.json) await terminal.printJson(reply)
      else await terminal.print(beforeItBegan(id, cancelled))
      return 0
    }
    // Without a driver the turn is stopped here; otherwise the driver sees the cancel in the log.
    await agent.drive(id).catch((error: unknown) => {
      if (!isHoldfastError(error) || error.code !== "owned") throw error
    })
    const stop = await stopOf(store, { id, seq, turn })
    if (terminal.json) await terminal.printJson({ id, cancelled: true, turn, withdrawn, stop })
    else if (stop) {
      const next = stop.code === "cancelled" ? ` Resume with: holdfast resume ${shortId(id)}` : ""
      await terminal.print(`${stopWords(stop.code).title}.${next}`)
    } else await terminal.print(`Cancel requested for ${shortId(id)}; it has not stopped yet.`)
    return 0
  })
}

function beforeItBegan(id: string, cancelled: Cancelled | null): string {
  if (cancelled === null) return `Nothing to cancel: no turn of ${shortId(id)} is open.`
  const taken = cancelled.withdrawn === null ? "The turn was not resumed" : "Your message was withdrawn"
  return `Cancelled before it started: ${taken}, and nothing starts until you send a message or resume.`
}

async function stopOf(store: Store, of: { id: string; seq: number; turn: string }) {
  const target = targetOf({ turn: of.turn })
  for await (const item of store.follow(of.id, { after: of.seq, signal: AbortSignal.timeout(patienceMs) })) {
    if ("type" in item) target.note(item)
    if (target.stop) break
  }
  return target.stop
}
