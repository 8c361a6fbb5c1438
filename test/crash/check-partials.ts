import assert from "node:assert/strict"
import type { Store } from "../../src/store/contract.ts"
import type { Ledger, Streamed } from "./ledger.ts"

/** The promise of the durability law, and what is granted to a machine with other work to do. */
export const streamPromise = {
  ms: 100,
  bytes: 4096,
  /**
   * The worker's clock is read after the hand-over and ours before the kill, so that the measure is never flattering.
   * But a worker that is kept from the processor cannot flush: what the kernel counted of that is granted, and this for
   * a wait that went on until the kill and for the disk.
   */
  noiseMs: 150,
  /** A disk that takes longer than this to sync is busy with others: what it took is granted, too. */
  slowSyncMs: 50,
} as const

/** How much was lost of the streams that were open when a worker was killed. */
export type Lost = { ms: number; bytes: number; open: number }

/** When a worker was killed, on the shared clock, and how long it had waited for the processor by then. */
export type Killed = { at: number; waited: number }

/** As below, where nothing is known of when the worker died: what survived is a prefix of what was handed over. */
export async function checkSurvivors(store: Store, ledger: Ledger): Promise<void> {
  await checkPartials(store, ledger, { at: Number.NEGATIVE_INFINITY, waited: 0 })
}

/** What survived of each open stream is a prefix of what was handed over, and misses no more than is promised. */
export async function checkPartials(store: Store, ledger: Ledger, killed: Killed): Promise<Lost> {
  const lost: Lost = { ms: 0, bytes: 0, open: 0 }
  const bySession = Map.groupBy(ledger.streams.values(), ({ session }) => session)
  for (const [session, streams] of bySession) {
    if (ledger.erasures.has(session)) continue
    const partials = await store.partials(session)
    for (const intent of partials.keys()) {
      assert.ok(
        streams.some((streamed) => streamed.intent === intent),
        `nothing was streamed at ${intent} of ${session}`,
      )
    }
    const open = openIntentsOf(await store.state(session))
    for (const streamed of streams) {
      if (!open.has(streamed.intent)) continue
      const text = partials.get(streamed.intent)?.[streamed.channel] ?? ""
      compare(streamed, text, { ...killed, syncs: ledger.syncs }, lost)
    }
    for (const [key, streamed] of ledger.streams) {
      if (streamed.session === session && !open.has(streamed.intent)) ledger.streams.delete(key)
    }
  }
  assert.ok(lost.bytes <= streamPromise.bytes, `${lost.bytes} bytes of streamed text were lost`)
  return lost
}

function compare(streamed: Streamed, text: string, killed: Killed & Pick<Ledger, "syncs">, lost: Lost): void {
  const { session, intent, channel } = streamed
  const where = `${channel} at ${intent} of ${session}`
  assert.ok(streamed.text.startsWith(text), `what survived of ${where} is a prefix of what was handed over`)
  // What survived one kill survives all others.
  if (streamed.survived !== undefined)
    assert.equal(text.length, streamed.survived, `${where} is as the last kill left it`)
  else {
    lost.open++
    const oldest = streamed.pieces.find(({ end }) => end > text.length)
    if (oldest) {
      const age = killed.at - oldest.at
      lost.ms = Math.max(lost.ms, age)
      lost.bytes += Buffer.byteLength(streamed.text.slice(text.length))
      const granted =
        streamPromise.ms + streamPromise.noiseMs + killed.waited - oldest.waited + slowSyncs(killed, oldest.at)
      assert.ok(
        age <= granted,
        `text of ${where} was lost that had been handed over ${age.toFixed(0)} ms before the kill`,
      )
    }
  }
  streamed.survived = text.length
}

function slowSyncs({ at, syncs }: { at: number } & Pick<Ledger, "syncs">, since: number): number {
  return syncs
    .map(({ from, to }) => ({ from, to: to ?? at }))
    .filter(({ from, to }) => to - from > streamPromise.slowSyncMs && to > since)
    .reduce((sum, { from, to }) => sum + Math.min(to, at) - Math.max(from, since), 0)
}

function openIntentsOf({ log }: Awaited<ReturnType<Store["state"]>>): Set<number> {
  const tools = log.intents.tools.flatMap(({ startedAt }) => (startedAt === null ? [] : [startedAt]))
  return new Set([...(log.intents.model ? [log.intents.model.seq] : []), ...tools])
}
