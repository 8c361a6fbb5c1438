import { type ErrorCode, HoldfastError, isHoldfastError } from "../../../session/error.ts"

/**
 * The storage failure behind an error of SQLite or the file system, or undefined for any other error, which is a bug:
 * `throw storageFailure(error, "append to", path) ?? error`.
 */
export function storageFailure(error: unknown, doing: string, subject: string): HoldfastError | undefined {
  if (isHoldfastError(error)) return error
  const origin = originOf(error)
  if (!origin) return undefined
  const { code, happened, next } = failures[origin.kind]
  const message = `Cannot ${doing} ${subject}: ${happened} (${origin.native}). ${next}`
  return new HoldfastError(code, message, { cause: error, details: { doing, subject, native: origin.native } })
}

/** The failure of a file that is not at its path any more while it is open. */
export function movedFailure(doing: string, subject: string): HoldfastError {
  const { code, happened, next } = failures.moved
  return new HoldfastError(code, `Cannot ${doing} ${subject}: ${happened}. ${next}`, { details: { doing, subject } })
}

/** Whether SQLite refused because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5
}

type Failure = { code: ErrorCode; happened: string; next: string }

const otherDirectory = "or set HOLDFAST_HOME to another directory"
const safe = "Nothing that was acknowledged is lost."

const failures = {
  full: {
    code: "storage-full",
    happened: "no space is left on the disk, or a quota or size limit is reached",
    next: `Free some space or raise the limit, then try again. ${safe}`,
  },
  io: {
    code: "storage-io",
    happened: "the disk reported an error, and this was not acknowledged",
    next: "Look at the disk and the system log, then run `holdfast doctor --verify` before you continue.",
  },
  access: {
    code: "storage-access",
    happened: "it cannot be opened",
    next: `Check that the directory exists and that you may write to it, ${otherDirectory}. ${safe}`,
  },
  path: {
    code: "storage-access",
    happened: "the path leads to something of the wrong kind",
    next: `Move what is in the way, ${otherDirectory}. ${safe}`,
  },
  readOnly: {
    code: "read-only",
    happened: "it can be read but not written",
    next: `Make the file, its directory and the file system writable, ${otherDirectory}. ${safe}`,
  },
  busy: {
    code: "storage-busy",
    happened: "another process holds it",
    next: `Try again; if that does not help, end the other Holdfast or the program that has the file open. ${safe}`,
  },
  handles: {
    code: "storage-busy",
    happened: "too many files are open",
    next: `Close some programs or raise the limit (\`ulimit -n\`), then try again. ${safe}`,
  },
  missing: {
    code: "storage-missing",
    happened: "it is not there",
    next: "Mount the disk or put the directory back; if it was deleted, restore a backup.",
  },
  moved: {
    code: "storage-missing",
    happened: "it was moved, replaced or deleted while it was open",
    next: "Put the file back with its -wal file beside it, then start Holdfast again.",
  },
  damaged: {
    code: "damaged",
    happened: "its bytes are not what was written",
    next: "Run `holdfast doctor --verify` to see what can be read; do not delete the file or its -wal file.",
  },
} as const satisfies Record<string, Failure>

type Kind = keyof typeof failures

const kindByResult: Readonly<Record<number, Kind>> = {
  3: "access", // PERM
  5: "busy", // BUSY
  6: "busy", // LOCKED
  8: "readOnly", // READONLY
  10: "io", // IOERR
  11: "damaged", // CORRUPT
  13: "full", // FULL
  14: "access", // CANTOPEN
  15: "busy", // PROTOCOL: others kept winning the race for the WAL locks
  22: "io", // NOLFS
  23: "access", // AUTH
  26: "damaged", // NOTADB
}

// Extended results that mean something else than their family.
const kindByExtendedResult: Readonly<Record<number, Kind>> = {
  1032: "moved", // READONLY_DBMOVED
  4874: "full", // IOERR_SHMSIZE: the -shm file could not grow, which is how a full disk greets even a reader
  8202: "damaged", // IOERR_DATA: a checksum of the VFS
  8458: "damaged", // IOERR_CORRUPTFS
}

const kindByErrno: Readonly<Record<string, Kind>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EIO: "io",
  ENXIO: "io",
  ENODEV: "io",
  ESTALE: "io",
  ETIMEDOUT: "io",
  EACCES: "access",
  EPERM: "access",
  ENOTDIR: "path",
  EISDIR: "path",
  EEXIST: "path",
  ELOOP: "path",
  ENAMETOOLONG: "path",
  EROFS: "readOnly",
  EBUSY: "busy",
  EAGAIN: "busy",
  EMFILE: "handles",
  ENFILE: "handles",
  ENOENT: "missing",
  ERR_OUT_OF_RANGE: "damaged", // SQLite holds a number that is larger than any that we write
}

// A damaged file, or search index, can ask for a format that there is not: SQLite has no code of its own for that.
const unheardOfFormat = /^(unsupported file format|invalid fts5 file format|vtable constructor failed)/

function originOf(error: unknown): { kind: Kind; native: string } | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined
  if (error.code === "ERR_SQLITE_ERROR" && "errcode" in error && typeof error.errcode === "number") {
    const unheardOf = error.errcode === 1 && unheardOfFormat.test(error.message)
    const kind = unheardOf ? "damaged" : (kindByExtendedResult[error.errcode] ?? kindByResult[error.errcode & 0xff])
    return kind && { kind, native: `SQLite ${error.errcode}: ${error.message}` }
  }
  const kind = typeof error.code === "string" ? kindByErrno[error.code] : undefined
  return kind && { kind, native: error.message }
}
