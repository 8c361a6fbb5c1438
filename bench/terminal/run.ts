import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { median } from "../measure.ts"
import { shown } from "../results.ts"
import { surroundings } from "../zoo/agent-process.ts"
import type { Stand } from "../zoo/agents.ts"
import { lastWords, model, type Pace, startTalker } from "./model.ts"
import { type TerminalProgram, terminalPrograms } from "./programs.ts"
import { openWindow, size, type Window } from "./window.ts"

// npm run bench:terminal [-- --runs 5 --only holdfast,pi --tokens 5000]: the built program and the installed peers, in the
// same pseudo-terminal, against the same model on this machine.

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "5" },
    only: { type: "string" },
    tokens: { type: "string", default: "5000" },
  },
})

/** A sign that neither an answer nor a path nor a program shows, so that it can be found on the screen. */
const probe = "&"
const backspace = "\x7f"
const endOfInput = "\x04"
const hasProbe = (screen: string) => screen.includes(probe)

/** How long a program may go on drawing after the last words. */
const settledMs = 1_000

const leaveMs = 3_000

/** How long the first words of an answer may take. */
const answerMs = 10_000

const keys = 200
const keyEveryMs = 83

const programs = Object.entries(terminalPrograms()).filter(([name]) => values.only?.split(",").includes(name) ?? true)
const shared = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-bench-")))
try {
  await report()
} finally {
  rmSync(shared, { recursive: true, force: true })
}

async function report() {
  const pace = { tokens: Number(values.tokens), perSecond: 200 }
  const starts = new Map(programs.map(([name]) => [name, [] as Start[]]))
  // The first run compiles what Node keeps when a program ends in order, and does not count.
  for (let round = -1; round < Number(values.runs); round++) {
    for (const [name, program] of programs) {
      const work = round < 0 ? openAndLeave : firstKey
      const start = await inWindow([name, program], pace, (window, startedAt) => work(window, program, startedAt))
      if (round >= 0) starts.get(name)?.push(start)
    }
  }
  console.log(`${size.columns} × ${size.rows}, ${pace.tokens} tokens at ${pace.perSecond} a second\n`)
  for (const [name, program] of programs) {
    const all = starts.get(name) ?? []
    const read = await inWindow([name, program], pace, (window) => streamed(window, program))
    const typed = await inWindow([name, program], pace, (window) => typedWhileStreaming(window, program))
    const figures = {
      "ms to the first prompt that takes a key": spread(all.map(({ ms }) => ms)),
      "ms of processor time for it": spread(all.map(({ processorMs }) => processorMs)),
      "bytes written for the answer": shown(read.bytes),
      "MiB at its end": shown(read.memory),
      "ms from key to screen, median": shown(median(typed)),
      "ms from key to screen, p99": shown(percentile(typed, 0.99)),
    }
    console.log(name)
    for (const [what, figure] of Object.entries(figures)) console.log(`  ${figure.padStart(24)}  ${what}`)
  }
}

type Start = { ms: number; processorMs: number }

function spread(all: readonly number[]): string {
  return `${shown(median(all))} (${shown(Math.min(...all))} to ${shown(Math.max(...all))})`
}

/** Runs a program in a new workspace with the home that it had before, as where it is used every day, and ends it. */
async function inWindow<T>(
  [name, program]: readonly [string, TerminalProgram],
  pace: Pace,
  work: (window: Window, startedAt: number) => Promise<T>,
): Promise<T> {
  const workspace = mkdtempSync(join(shared, "workspace-"))
  const home = join(shared, `home-${name}`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(workspace, "a.txt"), "a\n")
  const talker = await startTalker(pace)
  const stand: Stand = { home, workspace, url: talker.url, model, contextWindow: 200_000 }
  program.prepare?.(stand)
  const path = program.path(shared)
  const isScript = readFileSync(path).subarray(0, 64).toString().includes("node")
  const { NO_COLOR: _, CI: __, ...around } = surroundings(stand)
  const env = { ...around, TERM: "xterm-256color", COLORTERM: "truecolor", XDG_CACHE_HOME: join(shared, "cache") }
  const argv = [...(isScript ? [process.execPath] : []), path, ...program.argv(stand)]
  const startedAt = performance.now()
  const window = openWindow({ argv, cwd: workspace, env: { ...env, ...program.env?.(stand) } })
  try {
    return await work(window, startedAt)
  } finally {
    await window.close()
    await talker.close()
  }
}

/** A sign that is typed as soon as there is a prompt: milliseconds from the start until it is on the screen. */
async function firstKey(window: Window, { isReady }: TerminalProgram, startedAt: number): Promise<Start> {
  await window.until(isReady)
  window.type(probe)
  const ms = (await window.until(hasProbe)) - startedAt
  return { ms, processorMs: window.processorMs() }
}

async function openAndLeave(window: Window, program: TerminalProgram, startedAt: number): Promise<Start> {
  const start = await firstKey(window, program, startedAt)
  window.type(backspace)
  await window.until((screen) => !hasProbe(screen))
  window.type(endOfInput)
  // Not every program ends by that.
  await Promise.race([window.ended, pause(leaveMs)])
  return start
}

async function begin(window: Window, program: TerminalProgram): Promise<void> {
  await firstKey(window, program, 0)
  window.type(backspace)
  await window.until((screen) => !hasProbe(screen))
  window.type("Explain the parser")
  await window.until((screen) => screen.includes("Explain the parser"))
  await send(window, 3)
}

/** A program that is still starting may not take the first Enter. */
async function send(window: Window, attempts: number): Promise<void> {
  window.type("\r")
  const answering = window.until((screen) => screen.includes("Part 1"), answerMs)
  await answering.catch((error: unknown) => {
    if (attempts === 1) throw error
    return send(window, attempts - 1)
  })
}

async function streamed(window: Window, program: TerminalProgram) {
  await begin(window, program)
  const before = window.bytes
  await window.until((screen) => screen.includes(lastWords), 120_000)
  await pause(settledMs)
  return { bytes: window.bytes - before, memory: window.memory() }
}

/** Types and deletes a sign while the answer comes: milliseconds until each is on the screen. */
async function typedWhileStreaming(window: Window, program: TerminalProgram): Promise<number[]> {
  await begin(window, program)
  const taken: number[] = []
  for (let key = 0; key < keys; key++) {
    const isTyped = key % 2 === 0
    const typedAt = performance.now()
    window.type(isTyped ? probe : backspace)
    taken.push((await window.until((screen) => hasProbe(screen) === isTyped)) - typedAt)
    await pause(keyEveryMs)
  }
  return taken
}

function percentile(of: readonly number[], part: number): number {
  return [...of].sort((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * part))] ?? Number.NaN
}
