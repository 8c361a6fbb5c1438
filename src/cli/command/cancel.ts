import type { Cancelled } from "../../agent/stop-or-go-on.ts"
import { shortId } from "../../agent/text/short-id.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import { withAgent } from "../agent.ts"
import type { Run } from "../commands/form.ts"
import { targetOf } from "../live/target.ts"
import { findSession } from "../session-id.ts"

/** How long the driver may take to end what it does. A tool that hangs is given up after 8 seconds. */
const patienceMs = 15_000

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withAgent({ purpose: "act" }, async ({ agent, store }) => {
    const { id, seq } = await findSession(store, typed)
    const reason = args.text("reason")
    const cancelled = await agent.cancel(id, reason ? { reason } : {})
    const { turn = null, withdrawn = null } = cancelled ?? {}
    if (turn === null) {
      const told = { id, cancelled: cancelled !== null, turn, withdrawn, stop: null }
      if (terminal.json) await terminal.printJson(told)
      else await terminal.print(beforeItBegan(id, cancelled))
      return 0
    }
    // Where nobody drives it, it is ended here; else its driver reads the log.
    await agent.drive(id).catch((error: unknown) => {
      if (!isHoldfastError(error) || error.code !== "owned") throw error
    })
    const stop = await stopOf(store, { id, seq, turn })
    if (terminal.json) await terminal.printJson({ id, cancelled: true, turn, withdrawn, stop })
    else if (stop)
      await terminal.print(`Cancelled: ${stop.summary} (${stop.code}). Go on with: holdfast resume ${shortId(id)}`)
    else await terminal.print(`The wish to cancel is in the log of ${shortId(id)}; its driver has not ended yet.`)
    return 0
  })
}

function beforeItBegan(id: string, cancelled: Cancelled | null): string {
  if (cancelled === null) return `Nothing to cancel: no turn of ${shortId(id)} is open.`
  const taken = cancelled.withdrawn === null ? "The turn was not taken up again" : "What you said was taken back"
  return `Cancelled before it began: ${taken}, and nothing else begins until you send something or resume.`
}

async function stopOf(store: Store, of: { id: string; seq: number; turn: string }) {
  const target = targetOf({ turn: of.turn })
  for await (const item of store.follow(of.id, { after: of.seq, signal: AbortSignal.timeout(patienceMs) })) {
    if ("type" in item) target.note(item)
    if (target.stop) break
  }
  return target.stop
}
