import type { Adopted, ForeignLog } from "../contract.ts"
import { plainEvent } from "../plain.ts"
import { copyToGive } from "./bytes.ts"
import type { Link } from "./link.ts"

/** A message is packed and unpacked in one go, while everybody else of both threads waits. */
const eventsAtOnce = 256

/** Sends a log piece by piece to be adopted: each when the one before has arrived. */
export async function sendLog(
  link: Link,
  { id, events, blobs }: ForeignLog,
  options: { copy?: boolean } | undefined,
  assertOpen: () => void,
): Promise<Adopted> {
  const log = link.number()
  try {
    for (let first = 0; first < events.length; first += eventsAtOnce) {
      const piece = events.slice(first, first + eventsAtOnce).map(plainEvent)
      await link.ask((call) => ({ kind: "events", call, log, events: piece }))
      assertOpen()
    }
    const given = blobs.map((blob) => ({ ...blob, bytes: copyToGive(blob.bytes) }))
    const transfer = given.map(({ bytes }) => bytes.buffer)
    const adopted = link.ask((call) => ({ kind: "adopt", call, log, id, blobs: given, options }), transfer)
    return (await adopted) as Adopted
  } catch (error) {
    if (!link.isOver) link.post({ kind: "forget", log })
    throw error
  }
}
