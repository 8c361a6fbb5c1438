import {
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { unlessSync } from "../../base/system-error.ts"
import type { Process } from "./job-process.ts"
import { jobLimits } from "./plan.ts"

// What the files of `runner.ts` say. One without its last newline is still being written, or never will be.

/** Who may run the command: the runner by its pid, `withdrawn` if none ever may, `unfinished` if that is not written yet. */
export function readClaim(directory: string): Process | "withdrawn" | "unfinished" | null {
  const text = read(directory, "claim")
  if (text === null) return null
  const line = wholeLine(text)
  if (line === null) return "unfinished"
  if (line === withdrawn) return withdrawn
  return { pid: Number(line), startedAt: wholeLine(read(directory, `runner.${line}`)) ?? "" }
}

/** All that were about to claim. The one that did wrote its file before. */
export function readRunners(directory: string): Process[] {
  return readdirSync(directory).flatMap((name) => {
    const pid = /^runner\.(\d+)$/.exec(name)?.[1]
    const startedAt = pid && wholeLine(read(directory, name))
    return pid && startedAt ? [{ pid: Number(pid), startedAt }] : []
  })
}

/** The command itself, which leads its process group. */
export function readGroup(directory: string): Process | null {
  const line = wholeLine(read(directory, "group"))
  const [, pid, startedAt] = /^(\d+) (.*)$/.exec(line ?? "") ?? []
  return pid ? { pid: Number(pid), startedAt: startedAt ?? "" } : null
}

export function readExit(directory: string): number | null {
  const line = wholeLine(read(directory, "exit"))
  return line === null ? null : Number(line)
}

const endings = ["timed-out", "output-limit", "interrupted", "killed"] as const

/** Why a command is being ended, before it is gone. */
export type Ending = (typeof endings)[number]

export function readEnding(directory: string): Ending | null {
  const line = wholeLine(read(directory, "ended"))
  return endings.find((ending) => ending === line) ?? null
}

/** Moves aside what the runner was about to when it was killed: it had seen that the command made it. */
export function completeRefused(directory: string): void {
  const claim = readClaim(directory)
  const runner = typeof claim === "object" && claim !== null ? claim.pid : "gone"
  const isThere = (name: string) => lstatSync(name, { throwIfNoEntry: false }) !== undefined
  for (const path of readRefused(directory)) {
    const aside = `${path}.refused.${runner}`
    if (isThere(aside)) continue
    // Where it cannot be moved, the runner could not do so either.
    unlessSync(["ENOENT", "ENOTDIR", "EACCES", "EPERM", "EROFS"], () => renameSync(path, aside))
  }
}

/** What the runner moved aside. */
export function readRefused(directory: string): string[] {
  return (read(directory, "refused") ?? "").split("\0").slice(0, -1)
}

/** The first to say why decides. */
export function writeEnding(directory: string, ending: Ending): void {
  create(directory, "ended", ending)
}

/** Withdraws the claim: true if the command never ran and never will. */
export function withdraw(directory: string): boolean {
  return create(directory, "claim", withdrawn)
}

/** When the job was started, by the monotonic clock of the boot it belongs to. */
export function readStart(directory: string): number | null {
  const line = wholeLine(read(directory, "start"))
  return line === null ? null : Number(line)
}

/** When the file last changed, in milliseconds. */
export function timeOf(directory: string, name: "claim" | "exit"): number | null {
  return unlessSync(missing, () => statSync(join(directory, name)).mtimeMs) ?? null
}

/** All that the command said; of more than the limit the first and the last half. */
export function readOutput(directory: string): string {
  const bytes = unlessSync(missing, () => {
    const file = openSync(join(directory, "output"), "r")
    try {
      return readEnds(file, fstatSync(file).size)
    } finally {
      closeSync(file)
    }
  })
  return bytes === undefined ? "" : new TextDecoder().decode(bytes)
}

const withdrawn = "withdrawn"

function readEnds(file: number, size: number): Uint8Array {
  const most = jobLimits.outputBytes
  if (size <= most) return slice(file, 0, size)
  const gap = `\n… ${size - most} bytes left out …\n`
  return Buffer.concat([slice(file, 0, most / 2), Buffer.from(gap), slice(file, size - most / 2, most / 2)])
}

function slice(file: number, from: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, from + filled)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

function create(directory: string, name: string, line: string): boolean {
  const made = unlessSync(["EEXIST"], () => {
    writeFileSync(join(directory, name), `${line}\n`, { flag: "wx" })
    return true
  })
  return made ?? false
}

const missing = ["ENOENT"]

function read(directory: string, name: string): string | null {
  return unlessSync(missing, () => readFileSync(join(directory, name), "utf8")) ?? null
}

function wholeLine(text: string | null): string | null {
  return text?.endsWith("\n") ? text.trim() : null
}
