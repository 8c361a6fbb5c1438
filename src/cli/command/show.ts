import type { Event, ForeignEvent } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import type { SessionState } from "../../session/state.ts"
import { withKnownCost } from "../../session/view/cost.ts"
import { modelHere } from "../../session/view/model-here.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { type TranscriptItem, transcript } from "../../session/view/transcript.ts"
import type { Damage, SessionRow, Store } from "../../store/contract.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession, matching } from "../session/session-id.ts"
import { sessionLines } from "../text/session-text.ts"
import { startsMessage, transcriptLines } from "../text/transcript-text.ts"
import { withSessions } from "../with-store.ts"

const usualMessages = 10

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  const limit = args.number("limit") ?? usualMessages
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const forks = await matching(store, { parent: row.id })
    const view = await lookAt(store, row, limit)
    if (terminal.json) {
      const { state, items, damage } = view
      const shown = state && { ...state, log: { ...state.log, usage: knownUsage(state.log.usage) } }
      await terminal.printJson({
        session: row,
        forks: forks.map(({ id }) => id),
        state: shown,
        transcript: items,
        damage,
      })
      return damage.length > 0 ? 1 : 0
    }
    await terminal.print(...sessionLines({ row, forks, state: view.state }, terminal))
    if (view.items.length > 0)
      await terminal.print(...transcriptLines(view.items, row.status === "running" ? "on" : "off", terminal))
    for (const { from, to, what } of view.damage) {
      const where = from === to ? `event ${from}` : `events ${from} to ${to}`
      terminal.note(`holdfast: damaged: ${where} cannot be read (${what}). See 'holdfast doctor --verify'.`)
    }
    return view.damage.length > 0 ? 1 : 0
  })
}

type View = { state: SessionState | null; items: TranscriptItem[]; damage: Damage[] }

/** The state and the newest messages of the live branch, read backwards. */
async function lookAt(store: Store, row: SessionRow, limit: number): Promise<View> {
  const damage: Damage[] = []
  const state = await store.state(row.id).catch((error: unknown) => {
    if (row.damage !== null || isDamage(error)) return null
    throw error
  })
  const partials = state ? await store.partials(row.id) : new Map()
  const events: Array<Event | ForeignEvent> = []
  const onDamage = (found: Damage) => void (damage.some(({ from }) => from === found.from) || damage.push(found))
  let startSeq = 0
  for await (const event of store.read(row.id, { reverse: true, limit: furthest, onDamage })) {
    events.push(event)
    if (startsMessage(event) && (!state || inRanges(state.live, event.seq)) && ++startSeq >= limit) break
  }
  const items = transcript(events.reverse(), { partials, ...(state ? { live: state.live } : {}) })
  // Law: privilege. Show the mode that applies on this machine.
  const here = (known: SessionState) => ({
    ...permissionsHere(known, row.foreignThrough),
    model: modelHere(known, row.foreignThrough),
  })
  const shown = state && { ...state, log: { ...state.log, ...here(state) } }
  return { state: shown, items, damage }
}

const knownUsage = ({ total, turn }: SessionState["log"]["usage"]) => ({
  total: withKnownCost(total),
  turn: withKnownCost(turn),
})

/** How many events `show` reads for messages, so that long logs stay fast. */
const furthest = 20_000

function isDamage(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "damaged"
}
