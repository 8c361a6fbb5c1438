import { readdirSync, readFileSync } from "node:fs"
import { spawn } from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { processorTimeOf } from "../headless/measured-process.ts"

type Program = { argv: readonly string[]; cwd: string; env: Readonly<Record<string, string>> }

/** A program in a pseudo-terminal, and the screen that a person would see. */
export type Window = {
  type(keys: string): void
  /** What is on the screen now, without what has scrolled out. */
  screen(): string
  /** Resolves with the time at which the screen fits; fails when the program ends or that takes too long. */
  until(fits: (screen: string) => boolean, orMs?: number): Promise<number>
  /** Bytes that the program has written. */
  readonly bytes: number
  /** Memory of the program and of what it started, shared pages by their share, in MiB. */
  memory(): number
  /** Processor time of the same until now, in milliseconds. */
  processorMs(): number
  readonly ended: Promise<void>
  close(): Promise<void>
}

export const size = { columns: 120, rows: 40 }

export function openWindow({ argv: [program = "", ...args], cwd, env }: Program): Window {
  const emulator = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true })
  const child = spawn(program, args, { cols: size.columns, rows: size.rows, cwd, env: { ...env } })
  const ended = Promise.withResolvers<void>()
  const looks = new Set<() => void>()
  let bytes = 0
  let isOver = false
  // Programs ask a terminal what it can do, and wait for its answers.
  emulator.onData((answer) => {
    if (!isOver) child.write(answer)
  })
  child.onData((data) => {
    bytes += Buffer.byteLength(data)
    emulator.write(data, () => {
      for (const look of looks) look()
    })
  })
  child.onExit(() => {
    isOver = true
    ended.resolve()
    for (const look of looks) look()
  })
  const screen = () => {
    const { active } = emulator.buffer
    const line = (row: number) => active.getLine(active.baseY + row)?.translateToString(true) ?? ""
    return Array.from({ length: size.rows }, (_, row) => line(row)).join("\n")
  }
  return {
    type: (keys) => child.write(keys),
    screen,
    get bytes() {
      return bytes
    },
    until: (fits, orMs = 60_000) =>
      new Promise((resolve, reject) => {
        const finish = (settle: () => void) => {
          looks.delete(look)
          clearTimeout(timer)
          settle()
        }
        const fail = (why: string) =>
          finish(() => reject(new Error(`${program} ${why}, and its screen was:\n${screen()}`)))
        const look = () => {
          const now = performance.now()
          if (fits(screen())) finish(() => resolve(now))
          else if (isOver) fail("has ended")
        }
        const timer = setTimeout(() => fail(`took more than ${orMs} ms`), orMs)
        looks.add(look)
        look()
      }),
    memory: () => familyOf(child.pid).reduce((sum, pid) => sum + memoryOf(pid), 0),
    processorMs: () => familyOf(child.pid).reduce((sum, pid) => sum + processorTimeOf(pid), 0),
    ended: ended.promise,
    async close() {
      if (!isOver) child.kill("SIGKILL")
      await ended.promise
    },
  }
}

function familyOf(root: number): number[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(name)]),
  )
  const isOf = (pid: number | undefined): boolean => pid === root || (!!pid && pid > 1 && isOf(parents.get(pid)))
  return [...parents.keys()].filter(isOf)
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1])
  } catch {
    return 0 // It has ended meanwhile.
  }
}

function memoryOf(pid: number): number {
  try {
    const [, kib = 0] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? []
    return Number(kib) / 1024
  } catch {
    return 0
  }
}
