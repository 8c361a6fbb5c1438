import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { isHoldfastError } from "../../src/session/error.ts"
import type { NewEvent } from "../../src/session/event.ts"
import type { Authority, Lease, Store } from "../../src/store/contract.ts"
import { uuidv7 } from "../../src/store/uuid.ts"
import { foreignLog } from "./foreign-log.ts"
import { type Journal, sharedClock } from "./journal.ts"
import { type ReportedStore, reportedStore } from "./reported-store.ts"
import { accepted, anchor, asked, beginning, settleLeftovers, stopped, stream, textOf } from "./turn.ts"

export type Scenario = { open: () => Store; directory: string; journal: Journal; run: string }

/**
 * A short life of a store, step by step, in the same order each time: every kind of write that there is. Steps that
 * fail for the disk's sake are tried again, as a caller would, by their idempotency key.
 */
export async function playScenario({ open, directory, journal, run }: Scenario): Promise<void> {
  const persistently = persistence(journal)
  const store = await persistently("open the store", async () => open())
  const reported = reportedStore(store, journal, run)
  const say = (id: string, events: NewEvent[], by: Authority = "intent") => {
    const key = reported.word()
    return persistently(`append ${events[0]?.type}`, () =>
      reported.append(id, events, by, { key, send: `${run}.${key}` }),
    )
  }
  const begin = (title: string, parent?: { session: string; seq: number }) => {
    const session = {
      workspace: "/work",
      project: "/work",
      title: `${anchor} ${run}${title}`,
      ...(parent ? { parent } : {}),
    }
    return persistently(`open ${title}`, () => reported.open(session, session.title))
  }

  const first = await begin("first")
  const lease = await persistently("acquire", () => store.acquire(first, { type: "CrashWorker" }))
  await turn(reported, persistently, say, lease)
  const second = await begin("second", { session: first, seq: 5 })
  await say(second, [{ type: "session.described", data: { title: textOf(reported, 30), tags: ["red", "blue"] } }])
  for (let count = 0; count < 4; count++) {
    await Promise.all([first, second].map((id) => say(id, [accepted(textOf(reported, 300))])))
  }
  const { seq, live } = await persistently("read the state", () => store.state(first))
  await say(first, [compaction(reported, 4)], { epoch: lease.epoch })
  await say(first, [
    { type: "history.rewound", data: { to: (live[0]?.from ?? 1) + 3, head: seq + 1, because: "rewind" } },
  ])
  await persistently("set", () => store.setSetting("draft", { text: textOf(reported, 30) }))
  const foreign = foreignLog(`${anchor} ${run}adopted`, 6, () => textOf(reported, 60))
  await persistently("adopt", () => reported.adopt(foreign))
  // The newest of all events go, indexed as they are: their numbers must not come again.
  const unwanted = foreignLog(`${anchor} ${run}unwanted`, 6, () => textOf(reported, 60))
  await persistently("adopt", () => reported.adopt(unwanted))
  await persistently("erase", () => reported.erase(unwanted.id))
  await say(second, [accepted(textOf(reported, 100))])
  await eraseWithForks(reported, directory, persistently, begin, say)
  const backups = join(directory, "elsewhere")
  mkdirSync(backups, { recursive: true })
  await persistently("back up", () => reported.backup(join(backups, `${run}.db`)))
  await leaveOpen(reported, lease, say)
  await persistently("close", () => store.close())

  const again = await persistently("reopen the store", async () => open())
  const reopened = reportedStore(again, journal, `${run}again`)
  const next = await persistently("acquire again", () => again.acquire(first, { type: "CrashWorker" }))
  await persistently("settle", () => settleLeftovers(reopened, journal, next))
  await persistently("release", () => again.release(next))
  await persistently("close again", () => again.close())
}

type Persistently = <T>(what: string, attempt: () => Promise<T>) => Promise<T>
type Say = (id: string, events: NewEvent[], by?: Authority) => Promise<number>
type Begin = (title: string, parent?: { session: string; seq: number }) => Promise<string>

async function turn(reported: ReportedStore, persistently: Persistently, say: Say, lease: Lease): Promise<void> {
  const id = lease.session
  const by = { epoch: lease.epoch }
  const turnId = uuidv7()
  const bytes = Buffer.from(textOf(reported, 900))
  const blob = await persistently("put a blob", () => reported.putBlob(bytes))
  const input = accepted(textOf(reported, 100), [blob])
  await say(id, [input])
  await say(id, beginning(turnId, "task", input.type === "input.accepted" ? input.data.input : undefined), by)
  const intent = await say(id, [asked(reported, turnId)], by)
  const text = textOf(reported, 5000)
  await stream(reported, lease, intent, "text", text, { characters: 500, pause: nextTurnOfTheLoop })
  const call = uuidv7()
  await say(
    id,
    [
      { type: "model.answered", turn: turnId, data: { asked: intent, text, finish: "stop" } },
      { type: "tool.called", turn: turnId, data: { call, name: "run", arguments: { command: textOf(reported, 30) } } },
    ],
    by,
  )
  await say(id, [{ type: "tool.started", turn: turnId, data: { call, readOnly: true } }], by)
  const finished = { call, status: "ok" as const, output: { text: textOf(reported, 50) }, changed: [] }
  await say(id, [{ type: "tool.finished", turn: turnId, data: finished }], by)
  await say(id, [stopped(turnId, textOf(reported, 40))], by)
}

async function eraseWithForks(
  reported: ReportedStore,
  directory: string,
  persistently: Persistently,
  begin: Begin,
  say: Say,
): Promise<void> {
  const parent = await begin("parent")
  const blob = await persistently("put a blob", () => reported.putBlob(Buffer.from(textOf(reported, 200))))
  const shared = await say(parent, [accepted(textOf(reported, 100), [blob])])
  const fork = await begin("fork", { session: parent, seq: shared })
  await say(parent, [accepted(textOf(reported, 100))])
  await say(fork, [accepted(textOf(reported, 100))])
  // Named as the automatic ones are, which an erasure must reach too.
  const folder = join(directory, "backups")
  mkdirSync(folder, { recursive: true })
  await persistently("back up", () => reported.store.backup(join(folder, "holdfast-1.db")))
  await persistently("erase", () => reported.erase(parent))
}

/** A turn that is never stopped, with text on the way. */
async function leaveOpen(reported: ReportedStore, lease: Lease, say: Say): Promise<void> {
  const turnId = uuidv7()
  await say(lease.session, beginning(turnId, "task", undefined), { epoch: lease.epoch })
  const intent = await say(lease.session, [asked(reported, turnId)], { epoch: lease.epoch })
  await stream(reported, lease, intent, "text", textOf(reported, 700), { characters: 100, pause: nextTurnOfTheLoop })
}

function compaction(reported: ReportedStore, through: number): NewEvent {
  return {
    type: "context.compacted",
    data: { summary: textOf(reported, 60), through, removed: 2, tokensBefore: 90, tokensAfter: 9 },
  }
}

const attempts = 50
const settledAlready = new Set(["exists", "erased"])

/** Tries again where the store says that the disk failed; anything else is a bug, and so is a store that stays broken. */
function persistence(journal: Journal): Persistently {
  return async (what, attempt) => {
    for (let count = 1; ; count++) {
      try {
        return await attempt()
      } catch (error) {
        const code = isHoldfastError(error) ? error.code : undefined
        // It had happened, and only the end of it failed.
        if (count > 1 && code && settledAlready.has(code)) return undefined as never
        // A disk that fails a read may leave SQLite to take the file for a damaged one.
        const failed = code?.startsWith("storage-") || code === "damaged"
        if (!failed || count === attempts) {
          const report = error instanceof Error ? error.stack : String(error)
          journal({ kind: "broken", what: `${what}, attempt ${count}, at ${sharedClock()}: ${report}` })
          throw error
        }
        await nextTurnOfTheLoop()
      }
    }
  }
}

const nextTurnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve))
