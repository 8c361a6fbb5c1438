import { spawn } from "@lydell/node-pty"
import xterm from "@xterm/headless"
import { onTestFinished } from "vitest"
import { bin } from "./scene.ts"

export type Pty = {
  readonly pid: number
  /** Every byte that was written to the terminal. */
  readonly raw: string
  /** What a person sees, with what has scrolled out at the top; each line without the spaces at its end. */
  screen(): string
  type(keys: string): void
  resize(columns: number): void
  /** Resolves when the screen fits; fails when the process ends before. */
  until(fits: string | RegExp | ((screen: string) => boolean)): Promise<void>
  /** Resolves with the exit code, when all output is on the screen. */
  ended: Promise<number>
}

type Place = { cwd: string; env: Record<string, string> }

/** Runs the command line in a real pseudo-terminal, with a terminal emulator behind it. */
export function ptyCli(argv: readonly string[], place: Place, size?: { columns?: number }): Pty {
  return openPty([process.execPath, bin, ...argv], place, size)
}

/** Runs any program there. */
export function openPty(
  [program = "", ...argv]: readonly string[],
  { cwd, env }: Place,
  { columns = 100 }: { columns?: number } = {},
): Pty {
  const rows = 40
  const emulator = new xterm.Terminal({ cols: columns, rows, scrollback: 10_000, allowProposedApi: true })
  const inherited = Object.entries(process.env).filter(([name]) => !["NO_COLOR", "LC_ALL", "LC_CTYPE"].includes(name))
  const process_ = spawn(program, [...argv], {
    cols: columns,
    rows,
    cwd,
    env: {
      ...Object.fromEntries(inherited),
      LANG: "C.UTF-8",
      TERM: "xterm-256color",
      TZ: "UTC",
      ...env,
    },
  })
  onTestFinished(() => {
    if (exitCode === null) process_.kill()
  })
  const waiting = new Set<() => void>()
  let raw = ""
  let pending = 0
  let exitCode: number | null = null
  const over = Promise.withResolvers<number>()
  const look = () => {
    for (const check of waiting) check()
    if (exitCode !== null && pending === 0) over.resolve(exitCode)
  }
  process_.onData((data) => {
    raw += data
    pending++
    emulator.write(data, () => {
      pending--
      look()
    })
  })
  process_.onExit(({ exitCode: code }) => {
    exitCode = code
    look()
  })
  const screen = () => {
    const { active } = emulator.buffer
    const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? "")
    return lines.join("\n").trimEnd()
  }
  const until: Pty["until"] = (fits) =>
    new Promise((resolve, reject) => {
      const isThere = () => {
        const shown = screen()
        if (typeof fits === "string") return shown.includes(fits)
        return fits instanceof RegExp ? fits.test(shown) : fits(shown)
      }
      const check = () => {
        if (!isThere()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      void over.promise.then((code) => {
        if (waiting.delete(check)) reject(new Error(`It ended with ${code} before ${fits} was seen:\n${screen()}`))
      })
      check()
    })
  return {
    pid: process_.pid,
    get raw() {
      return raw
    },
    screen,
    type: (keys) => process_.write(keys),
    resize(to) {
      emulator.resize(to, rows)
      process_.resize(to, rows)
    },
    until,
    ended: over.promise,
  }
}
