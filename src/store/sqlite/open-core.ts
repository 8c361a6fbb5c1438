import { monotonicNow } from "../../host/clock.ts"
import type { Actor } from "../../session/event.ts"
import { personHere } from "../actor.ts"
import { type ProcessIdentity, thisProcess } from "../owner.ts"
import { openHeads } from "./commit/heads.ts"
import { spaceGuard } from "./commit/space.ts"
import type { Core, Session } from "./core.ts"
import type { Faults } from "./database.ts"
import { dataDirectory } from "./directory.ts"
import { openFile, openFileToRead } from "./file.ts"
import { lastEventNumber } from "./log/event-rows.ts"
import { inPlace } from "./maintenance/in-place.ts"

export type SqliteOptions = {
  /** Default: `HOLDFAST_HOME`, else the data directory of the platform. */
  directory?: string
  /** Who appends when an event does not say. Default: the user of this process. */
  actor?: Actor
  /** How many bytes of a session stay uncompressed. */
  rotateAfterBytes?: number
  /** How many events may lie between two snapshots: what opening a session costs at most. */
  snapshotAfterEvents?: number
  /** Below this much free space no new turn is accepted. */
  lowWatermarkBytes?: number
  /** Only to look: makes, migrates and tends nothing, and refuses to write. */
  readOnly?: boolean
  /** How long an owner on another host has to answer whether it lives. */
  leaseTtlMs?: number
  identity?: ProcessIdentity
  /** The clock of the host that `identity` names, in milliseconds since it was started. */
  clock?: () => number
  faults?: Faults
}

/** Opens the files of a store. */
export function openCore(options: SqliteOptions): Core {
  const directory = options.directory ?? dataDirectory()
  const { file, writer, reader, presence } = options.readOnly
    ? openFileToRead(directory)
    : openFile(directory, options.faults)
  const space = spaceGuard({
    directory,
    ...(options.lowWatermarkBytes === undefined ? {} : { lowWatermarkBytes: options.lowWatermarkBytes }),
  })
  if (!options.readOnly) space.reserve()
  let last: number | undefined
  const sessions = new Map<string, Session>()
  return {
    directory,
    file,
    writer,
    reader,
    inPlace: inPlace(file),
    presence,
    heads: options.readOnly ? undefined : openHeads(file),
    sessions,
    touched: new Set(),
    closed: false,
    leases: new Map(),
    unreleased: new Map(),
    actor: options.actor ?? personHere(),
    identity: options.identity ?? thisProcess(),
    clock: options.clock ?? monotonicNow,
    leaseTtlMs: options.leaseTtlMs ?? 30_000,
    rotateAfterBytes: options.rotateAfterBytes ?? 1024 * 1024,
    snapshotAfterEvents: options.snapshotAfterEvents ?? 500,
    space,
    faults: options.faults,
    nextEvent() {
      last = (last ?? lastEventNumber(writer)) + 1
      return last
    },
    forget() {
      sessions.clear()
      last = undefined
    },
  }
}
