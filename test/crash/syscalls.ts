import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkAll } from "./check.ts"
import { readJournal } from "./journal.ts"
import { emptyLedger, takeIn } from "./ledger.ts"
import { failuresOf } from "./parallel.ts"

/** The system calls that change the store's files, and the reads under them. */
export const syscalls = ["pwrite64", "fdatasync", "fsync", "ftruncate", "unlink", "write", "pread64"] as const

export type Syscall = (typeof syscalls)[number]

const storeFiles = [
  "holdfast.db",
  "holdfast.db-wal",
  "holdfast.db-shm",
  "holdfast.db-heads",
  "space.reserve",
  "elsewhere/s.db",
] as const

type StoreFile = (typeof storeFiles)[number]

/** What the kernel does at the n-th call of one kind: end the process before it, or fail the call. */
export type Injection = {
  syscall: Syscall
  at: number
  effect: "SIGKILL" | "EIO" | "ENOSPC"
  /** Only calls on this file count. */
  file?: StoreFile
}

/** Why it cannot be done here, if so. */
export function withoutStrace(): string | undefined {
  if (process.platform !== "linux") return "strace is a tool of Linux"
  const tried = spawnSync("strace", ["-f", "-e", "trace=getpid", "true"])
  if (tried.error) return "strace is not installed"
  return tried.status === 0 ? undefined : `strace may not trace here: ${tried.stderr}`
}

/** How often each system call is made on the store's files, or on one of them, in a run without faults. */
export async function countSyscalls(file?: StoreFile): Promise<Map<Syscall, number>> {
  return traced({ file }, async ({ trace }) => {
    const lines = readFileSync(trace, "utf8").split("\n")
    return new Map(syscalls.map((name) => [name, lines.filter((line) => line.includes(` ${name}(`)).length]))
  })
}

/** Plays the scenario once for each injection, each time in a new store; returns what the store did not take. */
export async function surviveInjections(
  injections: readonly Injection[],
  options: { onDone?: (failures: number) => void; alone?: (injection: Injection) => string } = {},
): Promise<string[]> {
  return failuresOf(injections, surviveInjection, { atOnce: 2, ...options })
}

async function surviveInjection(injection: Injection): Promise<void> {
  await traced(injection, async ({ home, journal, code, signal }) => {
    const ledger = emptyLedger()
    takeIn(ledger, readJournal(journal))
    if (injection.effect !== "SIGKILL") {
      assert.equal(code, 0, `the scenario came to its end (${signal}): ${ledger.broken.join("\n")}`)
    }
    await checkAll(home, ledger)
  })
}

type Tracing = Injection | { syscall?: undefined; file: StoreFile | undefined }

type Traced = { home: string; journal: string; trace: string; code: number | null; signal: string | null }

async function traced<T>(injection: Tracing, look: (traced: Traced) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const home = join(directory, "home")
  const journal = join(directory, "journal")
  const trace = join(directory, "trace")
  mkdirSync(home)
  try {
    const player = join(import.meta.dirname, "player.ts")
    const node = [process.execPath, "--no-warnings", player, home, journal]
    const child = spawn("strace", [...optionsFor(injection, home, trace), ...node], { stdio: "inherit" })
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null]
    return await look({ home, journal, trace, code, signal })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

// Only what is done to the files of the store counts: Node writes elsewhere too.
function optionsFor(tracing: Tracing, home: string, trace: string): string[] {
  const watched = tracing.file ? [join(home, tracing.file)] : [home, ...storeFiles.map((name) => join(home, name))]
  const paths = watched.flatMap((path) => ["-P", path])
  const options = ["-f", "--seccomp-bpf", "-qq", "-o", trace, ...paths, "-e", `trace=${syscalls.join(",")}`]
  if (tracing.syscall === undefined) return options
  const { syscall, at, effect } = tracing
  const what = effect === "SIGKILL" ? "signal=SIGKILL" : `error=${effect}`
  return [...options, "-e", `inject=${syscall}:${what}:when=${at}`]
}
