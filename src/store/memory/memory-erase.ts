import { HoldfastError } from "../../session/error.ts"
import type { EraseOptions, Receipt } from "../contract.ts"
import { assertForksProvided } from "../fork-consent.ts"
import { sessionSettingKeys } from "../session-settings.ts"
import { blobRefsOf } from "../transfer/export-lines.ts"
import { decode, logOf, type MemoryData, type MemoryLog, noteChange, type Stored } from "./memory-data.ts"

/** Removes a log and the blobs that no other log names. Forks are named and refused, or given what they share first. */
export function eraseLog(data: MemoryData, id: string, options: EraseOptions): Receipt {
  const earlier = data.tombstones.get(id)
  if (earlier && options.copies === "remove") return earlier
  const log = logOf(data, id)
  if (log.holder) {
    throw new HoldfastError("owned", `Session ${id} is being driven: stop it before you erase it.`, {
      details: { session: id },
    })
  }
  const forks = [...data.logs.values()].filter(({ parent }) => parent === id)
  assertForksProvided(id, forks, options.forks)
  for (const fork of forks) giveOwnPrefix(data, fork)
  data.logs.delete(id)
  for (const key of sessionSettingKeys(id)) data.settings.delete(key)
  for (const [key, { result }] of data.keys) if (result === id) data.keys.delete(key)
  const receipt: Receipt = {
    session: id,
    erasedAt: new Date().toISOString(),
    events: log.state.seq - log.base,
    blobs: dropBlobs(data, log),
    copiedTo: forks.map((fork) => fork.id),
    copies: [],
  }
  data.tombstones.set(id, receipt)
  noteChange(data, id)
  return receipt
}

function giveOwnPrefix(data: MemoryData, fork: MemoryLog): void {
  const inherited = fork.events.slice(0, fork.base).map((stored) => ({ ...stored, n: data.next() }))
  fork.events.splice(0, fork.base, ...inherited)
  fork.parent = null
  fork.base = 0
}

function dropBlobs(data: MemoryData, erased: MemoryLog): number {
  const blobsIn = ({ events, base }: MemoryLog) => events.slice(base).flatMap(blobsNamedBy)
  const kept = new Set([...data.logs.values()].flatMap(blobsIn))
  // One that was put again and is not named yet belongs to another caller, whose event is on its way.
  const isAwaited = (blob: string) => {
    const last = erased.events.findLast((stored) => blobsNamedBy(stored).includes(blob))
    return (data.puts.get(blob) ?? 0) > (last?.n ?? 0)
  }
  const unnamed = new Set(blobsIn(erased).filter((blob) => data.blobs.has(blob) && !kept.has(blob) && !isAwaited(blob)))
  for (const blob of unnamed) data.blobs.delete(blob)
  return unnamed.size
}

const blobsNamedBy = (stored: Stored) => blobRefsOf(decode(stored)).map(({ blob }) => blob)
