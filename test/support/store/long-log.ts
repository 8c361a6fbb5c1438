import type { ForeignLog } from "../../../src/store/contract.ts"

/** The same log, which tells how many of its events somebody has looked at. */
export function countedLog(log: ForeignLog): { log: ForeignLog; seen(): number } {
  const seen = new Set<number>()
  const events = log.events.map((event) => ({
    ...event,
    get type() {
      seen.add(event.seq)
      return event.type
    },
  }))
  return { log: { ...log, events }, seen: () => seen.size }
}

/** A log from elsewhere that takes more than one step to be adopted; the same each time. */
export function longLog(inputs = 20_000): ForeignLog {
  const session = "01890000-0000-7000-8000-000000000000"
  const at = "2026-01-01T00:00:00.000Z"
  const by = { kind: "person" as const, name: "ada" }
  const event = (seq: number, type: string, data: Record<string, unknown>) => {
    return { id: `01890000-0000-7000-8000-${String(seq).padStart(12, "0")}`, session, seq, at, by, type, v: 1, data }
  }
  const opened = event(1, "session.opened", { workspace: "/elsewhere", project: "/elsewhere" })
  const described = Array.from({ length: inputs }, (_, index) =>
    event(index + 2, "session.described", { title: `Title ${index}` }),
  )
  return { id: session, events: [opened, ...described], blobs: [] }
}
