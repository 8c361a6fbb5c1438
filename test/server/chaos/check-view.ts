import { expect } from "vitest"
import type { Event, ForeignEvent } from "../../../src/session/event.ts"
import { fold } from "../../../src/session/fold.ts"
import { transcript } from "../../../src/session/view/transcript.ts"
import type { Device } from "./device.ts"

/** What a client shows of a session is the fold of its log. */
export async function checkView(device: Device, id: string, log: ReadonlyArray<Event | ForeignEvent>): Promise<void> {
  await device.until(id, ({ state }) => state.seq >= log.length)
  const { state, events, partials, stale, gone } = await device.whole(id)
  const { live } = state
  expect(state).toEqual(fold(id, log))
  expect(transcript(events, { partials, live })).toEqual(transcript(log, { live }))
  expect({ partials: partials.size, stale, gone }).toEqual({ partials: 0, stale: null, gone: null })
}
