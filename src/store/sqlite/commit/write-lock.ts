import { readFileSync, statSync } from "node:fs"
import { HoldfastError } from "../../../session/error.ts"
import { storageFailure } from "./failure.ts"

/** The process that holds the write lock of a store. */
type LockHolder = { pid: number; program: string; isSuspended: boolean }

/** The storage failure behind an error, with the process that holds the lock, if it can be seen. */
export function writeFailure(error: unknown, doing: string, file: string): HoldfastError | undefined {
  const failure = storageFailure(error, doing, file)
  const holder = failure?.code === "storage-busy" ? lockHolder(file) : undefined
  if (!failure || !holder) return failure
  const { pid, program, isSuspended } = holder
  const next = isSuspended
    ? `It is suspended in the middle of a write: resume it (kill -CONT ${pid}) or end it (kill -KILL ${pid}), then try again.`
    : "Wait until it is done, or end it, then try again."
  return new HoldfastError(
    failure.code,
    `Cannot ${doing} ${file}: process ${pid} (${program}) holds its write lock. ${next} Nothing that was acknowledged is lost.`,
    { cause: failure.cause, details: { ...failure.details, holder } },
  )
}

// sqlite.org/walformat.html: the lock of the writer is the first of those in the -shm file. Without a WAL it is the
// reserved byte of the file itself.
const locks = [
  { suffix: "-shm", byte: 120 },
  { suffix: "", byte: 0x40000001 },
] as const

/** Who holds the write lock, by the lock table of Linux; undefined on other systems, and for a hidden process. */
function lockHolder(file: string): LockHolder | undefined {
  try {
    const table = readFileSync("/proc/locks", "utf8").split("\n")
    for (const { suffix, byte } of locks) {
      const inode = statSync(file + suffix, { throwIfNoEntry: false })?.ino
      const pid = inode === undefined ? undefined : table.map((line) => writerIn(line, inode, byte)).find(Boolean)
      if (pid !== undefined) return describe(pid)
    }
  } catch {
    // No such table, or the process is gone: the failure is reported without a name.
  }
  return undefined
}

// "4: POSIX  ADVISORY  WRITE 1234 fd:01:5678 120 120"; a line with an arrow waits for the lock.
function writerIn(line: string, inode: number, byte: number): number | undefined {
  const match = /^\d+: (?:POSIX|OFDLCK)\s+\S+\s+WRITE (\d+) [^:]+:[^:]+:(\d+) (\d+) (\d+|EOF)$/.exec(line)
  if (!match || Number(match[2]) !== inode) return undefined
  const last = match[4] === "EOF" ? Number.POSITIVE_INFINITY : Number(match[4])
  return Number(match[3]) <= byte && byte <= last ? Number(match[1]) : undefined
}

function describe(pid: number): LockHolder {
  const status = readFileSync(`/proc/${pid}/status`, "utf8")
  const name = /^Name:\s*(.*)$/m.exec(status)?.[1] ?? "unknown"
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean).join(" ")
  return { pid, program: command.slice(0, 200) || name, isSuspended: /^State:\s*[Tt]/m.test(status) }
}
