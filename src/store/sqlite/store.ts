import { HoldfastError } from "../../session/error.ts"
import { openPartials } from "../../session/partial.ts"
import { driver } from "../actor.ts"
import { assertAuthority, assertWriter, prepare, prepareOpening, sessionId } from "../admission.ts"
import { guarded } from "../arguments.ts"
import type { Authority, Lease, Report, Store } from "../contract.ts"
import { openingDigest } from "../idempotency.ts"
import { inSteps } from "../in-steps.ts"
import { type Commit, groupCommit } from "./commit/commit.ts"
import { storageFailure } from "./commit/failure.ts"
import { watch } from "./commit/watch.ts"
import { assertOpen, type Core, closed, type Session } from "./core.ts"
import { answerAsked, dropLease, isReleasePending, takeLease } from "./lease/lease.ts"
import { pendingReleases } from "./lease/pending-releases.ts"
import { adoptLog } from "./log/adopt.ts"
import { appendEvents, openSession } from "./log/append.ts"
import { putBlob, readBlob } from "./log/blobs.ts"
import { locateLog } from "./log/event-rows.ts"
import { followLog } from "./log/follow-log.ts"
import { rememberKey, repeatOf } from "./log/keys.ts"
import { storedPartials, streams } from "./log/partials.ts"
import { placeFor, readLog } from "./log/read-log.ts"
import { readyLog } from "./log/ready-log.ts"
import { missing, sessionFor } from "./log/session.ts"
import { loadState } from "./log/snapshot.ts"
import { partialsOf } from "./log/streamed-text.ts"
import { backupIfDue, backupTo } from "./maintenance/backup.ts"
import { eraseSession } from "./maintenance/erase.ts"
import { maintenance } from "./maintenance/maintenance.ts"
import { finishErasures } from "./maintenance/pending-erasures.ts"
import { openCore, type SqliteOptions } from "./open-core.ts"
import { hasWal } from "./rescue/completeness.ts"
import { type Quarantined, quarantineHere, reportIn } from "./rescue/quarantine.ts"
import { verifyStore } from "./rescue/verify.ts"
import { listChanges } from "./search/list-changes.ts"
import { listSessions, sessionRow } from "./search/list-sessions.ts"
import { countSessions } from "./search/overview.ts"
import { searchText } from "./search/search.ts"
import { readSetting, writeSetting } from "./setting.ts"
import { warnOf } from "./warning.ts"

export type SqliteStore = Store & {
  /** Makes the sessions that a report names as damaged read-only, and lets those go that are whole again. Durable. */
  quarantine(report: Report): Promise<Quarantined>
}

/** The embedded store: one SQLite file in the data directory. */
export function openSqliteStore(options: SqliteOptions = {}): SqliteStore {
  const core = openCore(options)
  const commit = groupCommit(core)
  const watching = watch(core, commit)
  const streaming = streams(core, commit, watching.sessions.raiseText)
  const releases = pendingReleases(core, commit, streaming)
  const tending = maintenance(core, commit)
  const beat = setInterval(() => void answer(core, commit).catch(warnOf("answer for its leases")), core.leaseTtlMs / 3)
  beat.unref()
  // Not at once: a command that only looks around should not have to copy the store.
  let backing: Promise<unknown> = Promise.resolve()
  const daily = setInterval(() => {
    backing = backupIfDue(core.reader, core.directory).catch(warnOf("back up its store"))
  }, 60_000)
  daily.unref()
  if (options.readOnly) {
    for (const timer of [beat, daily]) clearInterval(timer)
    tending.stop()
  }
  const clearing = options.readOnly ? undefined : finishErasures(core, commit).catch(warnOf("finish an erasure"))

  // After the commit nothing may fail any more: what was written is durable, and a caller that saw an error would write
  // it again. What there is to know is therefore found out in the transaction, and only noted here.
  const noteAppend = (id: string, events: number, session: Session | undefined) => {
    if (!session) return
    streaming.settle(id, session.state)
    tending.noteAppend(id, events, session.hotBytes)
  }

  const write = <T>(work: () => T): Promise<T> => (core.closed ? Promise.reject(closed()) : commit(work))

  // A read never writes: a damaged log is marked in the list by the first who cannot write to it.
  const markDamage = async (refusal: unknown): Promise<never> => {
    const report = reportIn(refusal)
    if (report) await write(() => quarantineHere(core, report)).catch(warnOf("mark a damaged session"))
    throw refusal
  }

  const look = <T>(work: () => T): T => {
    assertOpen(core)
    try {
      core.inPlace.glance()
      return core.reader.consistently(work)
    } catch (error) {
      throw storageFailure(error, "read", core.file) ?? error
    }
  }

  const windUp = async () => {
    // Earlier requests finish first: a lease that one of them acquires is released below.
    if (!options.readOnly) await commit.drain()
    await clearing
    await streaming.flush()
    for (const [session, epoch] of core.leases) {
      await commit(() => dropLease(core, { session, epoch }))
    }
    await releases.settleAll()
    if (!options.readOnly) {
      await tending.run({ closes: true }).catch(warnOf("tend its store"))
      await commit.drain()
    }
  }
  const shut = async () => {
    core.closed = true
    await windUp().catch((error: unknown) => {
      // Where the files are gone, it would fail however often it is tried.
      if (!core.inPlace.isLost) throw error
      warnOf("leave its store in order")(error)
    })
    clearInterval(beat)
    clearInterval(daily)
    releases.stop()
    await backing
    tending.stop()
    watching.stop()
    core.reader.close()
    core.writer.close()
    core.heads?.close({ isFolded: !hasWal(core.file) })
    core.presence.close()
  }
  let closing: Promise<void> | undefined
  const held = new Map<string, Lease>()

  return guarded({
    async open(session, { key } = {}) {
      const id = sessionId(session.id)
      const prepared = prepareOpening(session, core.actor, key)
      const digest = openingDigest(session)
      const opening = await write(() => {
        const repeated = key === undefined ? undefined : repeatOf(core, storeWide, key, digest)
        if (repeated !== undefined) return { id: repeated, session: undefined }
        assertNew(core, id)
        openSession(core, id, prepared, session.parent)
        if (key !== undefined) rememberKey(core.writer, storeWide, key, digest, id)
        return { id, session: core.sessions.get(id) }
      })
      noteAppend(opening.id, prepared.events.length, opening.session)
      return opening.id
    },

    async append(id, events, by, { key, releases: isLast = false } = {}) {
      assertWriter(events, by)
      const prepared = prepare(events, by === "intent" ? core.actor : driver(held.get(id), by.epoch), key)
      refusePendingRelease(core, id, by)
      const retry = streaming.flushIfFailed()
      if (retry) {
        await retry
        refusePendingRelease(core, id, by)
      }
      try {
        const { appended, session } = await write(() => {
          const appended = appendEvents(core, id, prepared, by, key)
          const session = core.sessions.get(id)
          if (isLast && by !== "intent") dropLease(core, { session: id, epoch: by.epoch })
          return { appended, session }
        })
        noteAppend(id, prepared.events.length, session)
        if (isLast && by !== "intent") releases.note(id, by.epoch)
        return appended
      } catch (error) {
        return markDamage(error)
      }
    },

    checkpoint: streaming.checkpoint,

    read: (id, readOptions = {}) => readLog(core, id, readOptions, look),

    follow: (id, followOptions) => {
      assertOpen(core)
      const { live, isBehind } = streaming
      return followLog({ core, signals: watching.sessions, live, isBehind }, id, followOptions)
    },

    state: async (id, { at } = {}) =>
      look(() => {
        const place = placeFor(core, id)
        if (at !== undefined && (at < 0 || at > place.head)) {
          throw new HoldfastError("not-found", `Session ${id} has no event ${at}: its head is ${place.head}.`)
        }
        return loadState(core.reader, place, at).state
      }),

    async partials(id) {
      // Where the storage fails, what is in memory is nowhere else: the next append reports the failure.
      if (streaming.isBehind(id)) await streaming.finish(id).catch(() => undefined)
      return look(() => {
        const place = placeFor(core, id)
        const { state } = loadState(core.reader, place)
        const live = streaming.live(id)
        return openPartials(live ? partialsOf(live) : storedPartials(core.reader, place.n), state)
      })
    },

    async acquire(id, owner) {
      if (core.unreleased.has(id)) await releases.settle(id)
      const taken = await write(() => {
        const lease = takeLease(core, id, owner)
        if (lease instanceof HoldfastError) return lease
        const session = sessionFor(core, id)
        return { lease, session, left: storedPartials(core.writer, session.place.n) }
      }).catch(markDamage)
      if (taken instanceof HoldfastError) throw taken
      const { lease, session, left } = taken
      core.leases.set(id, lease.epoch)
      held.set(id, lease)
      streaming.begin(id, session.state, left)
      noteAppend(id, 1, session)
      return lease
    },

    release: async (lease) => {
      assertOpen(core)
      await releases.release(lease)
    },

    list: async (query = {}) => look(() => listSessions(core, query)),
    overview: async () => look(() => countSessions(core)),
    row: async (id) => look(() => sessionRow(core, id)),
    changes: (changesOptions = {}) => {
      assertOpen(core)
      return typed(core, listChanges(core, watching, changesOptions))
    },
    search: async (query) => look(() => searchText(core, query)),

    putBlob: (bytes, mediaType) => write(() => putBlob(core, bytes, mediaType)),
    blob: async (hash) => look(() => readBlob(core.reader, hash)),

    setting: async (key) => look(() => readSetting(core.reader, key)),
    settings: async (keys) => look(() => keys.map((key) => readSetting(core.reader, key))),
    setSetting: (key, value, { session } = {}) => write(() => writeSetting(core, key, value, session)),

    async adopt(log, adoptOptions = {}) {
      assertOpen(core)
      const ready = await inSteps(readyLog(log))
      assertOpen(core)
      const adopted = await commit.inSteps(() => adoptLog(core, ready, adoptOptions))
      // It is adopted, whatever becomes of its index.
      await tending.run().catch(warnOf("tend its store"))
      return adopted
    },

    verify: async (id) => {
      assertOpen(core)
      return verifyStore(core, id)
    },
    quarantine: (report) => write(() => quarantineHere(core, report)),
    backup: async (to) => {
      assertOpen(core)
      await commit.drain()
      await backupTo(core.reader, to, core.faults)
    },
    erase: async (id, eraseOptions = {}) => {
      assertOpen(core)
      return eraseSession(core, commit, id, eraseOptions)
    },

    close() {
      closing ??= shut().catch((error: unknown) => {
        closing = undefined
        throw error
      })
      return closing
    },
  })
}

async function* typed<T>(core: Core, items: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* items
  } catch (error) {
    throw storageFailure(error, "read", core.file) ?? error
  }
}

/** Keys of open belong to the store, not to a session. */
const storeWide = 0

function assertNew(core: Core, id: string): void {
  if (locateLog(core.writer, id)) throw new HoldfastError("exists", `There is a session ${id} already.`)
  const error = missing(core, id)
  if (error.code === "erased") throw error
}

/** Law: one writer. A released lease no longer drives, even while the release is not on the disk yet. */
function refusePendingRelease(core: Core, id: string, by: Authority): void {
  if (by !== "intent" && isReleasePending(core, id, by.epoch)) assertAuthority(id, by, 0, 0)
}

async function answer(core: Core, commit: Commit): Promise<void> {
  const asked = core.reader.get("SELECT 1 FROM leases WHERE asked_at IS NOT NULL")
  if (asked && !core.closed) await commit(() => answerAsked(core))
}
