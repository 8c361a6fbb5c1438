import { isHoldfastError } from "../../session/error.ts"
import type { Store } from "../../store/contract.ts"
import { withAgent } from "../agent.ts"
import type { Run } from "../commands/form.ts"
import { targetOf } from "../live/target.ts"
import { findSession, shortId } from "../session-id.ts"

/** How long the driver may take to end what it does. A tool that hangs is given up after 8 seconds. */
const patienceMs = 15_000

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withAgent({ purpose: "act", noAsk: true }, async ({ agent, store }) => {
    const { id, seq } = await findSession(store, typed)
    const { turn } = (await store.state(id)).log
    const reason = args.text("reason")
    if (!turn) {
      if (terminal.json) await terminal.printJson({ id, cancelled: false, turn: null, stop: null })
      else await terminal.print(`Nothing to cancel: no turn of ${shortId(id)} is open.`)
      return 0
    }
    await agent.cancel(id, { turn: turn.id, ...(reason ? { reason } : {}) })
    // Where nobody drives it, it is ended here; else its driver reads the log.
    await agent.drive(id).catch((error: unknown) => {
      if (!isHoldfastError(error) || error.code !== "owned") throw error
    })
    const stop = await stopOf(store, { id, seq, turn: turn.id })
    if (terminal.json) await terminal.printJson({ id, cancelled: true, turn: turn.id, stop })
    else if (stop)
      await terminal.print(`Cancelled: ${stop.summary} (${stop.code}). Go on with: holdfast resume ${shortId(id)}`)
    else await terminal.print(`The wish to cancel is in the log of ${shortId(id)}; its driver has not ended yet.`)
    return 0
  })
}

async function stopOf(store: Store, of: { id: string; seq: number; turn: string }) {
  const target = targetOf({ turn: of.turn })
  for await (const item of store.follow(of.id, { after: of.seq, signal: AbortSignal.timeout(patienceMs) })) {
    if ("type" in item) target.note(item)
    if (target.stop) break
  }
  return target.stop
}
