import type { ChildProcessWithoutNullStreams } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import type { ScriptStep } from "../../src/models/script.ts"
import { type Pty, ptyCli } from "./pty.ts"
import { finish, type Ran, type Scene, scene, spawnCli } from "./scene.ts"

/** Nothing that answers on this machine, and no key of whoever runs the tests, is found. */
const noKeys = {
  OPENAI_API_KEY: "",
  ANTHROPIC_API_KEY: "",
  GEMINI_API_KEY: "",
  GOOGLE_GENERATIVE_AI_API_KEY: "",
  GOOGLE_API_KEY: "",
  OLLAMA_HOST: "http://127.0.0.1:9",
  LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1",
  LLAMACPP_BASE_URL: "http://127.0.0.1:9/v1",
}

export type TurnScene = Omit<Scene, "start" | "run"> & {
  config: string
  /** What the commands of the scene see beside the environment of the tests. */
  env: Record<string, string>
  /** A file of the scene that is outside of the project. */
  outside(name: string): string
  /** Writes a script and gives the name of its model. */
  script(...steps: ScriptStep[]): string
  start(...argv: string[]): ChildProcessWithoutNullStreams
  run(...argv: string[]): Promise<Ran>
  runWith(input: string, ...argv: string[]): Promise<Ran>
  /** Runs it in a terminal. */
  inTerminal(argv: readonly string[], options?: { columns?: number; env?: Record<string, string> }): Pty
}

/** A scene with settings of its own and scripted models, instant unless a delay is given. */
export function turnScene({ delay = "0" } = {}): TurnScene {
  const { home, project, json, use } = scene()
  const config = join(home, "..", "config")
  const outside = (name: string) => join(home, "..", name)
  const env = { ...noKeys, HOLDFAST_CONFIG: config, HOLDFAST_SCRIPT_DELAY: delay }
  const start = (...argv: string[]) => spawnCli(argv, { home, cwd: project, env })
  let scripts = 0
  return {
    home,
    project,
    json,
    use,
    config,
    env,
    outside,
    start,
    run: (...argv) => finish(start(...argv)),
    runWith: (input, ...argv) => finish(start(...argv), input),
    inTerminal: (argv, { env: more = {}, ...size } = {}) =>
      ptyCli(argv, { cwd: project, env: { ...env, HOLDFAST_HOME: home, ...more } }, size),
    script(...steps) {
      const file = outside(`script-${++scripts}.json`)
      writeFileSync(file, JSON.stringify(steps))
      return `scripted:${file}`
    },
  }
}

export type Line = Record<string, unknown> & { type: string; data?: Record<string, unknown> }

/** The lines of a JSON stream that is over. */
export function linesOf({ stdout }: Ran): Line[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
}

/** Reads a JSON stream as it comes: `until` gives the line that fits, `ended` all lines and the exit code. */
export function streamOf(child: ChildProcessWithoutNullStreams) {
  // An open pipe would be waited for.
  child.stdin.end()
  const lines: Line[] = []
  const waiting: Array<{ fits(line: Line): boolean; resolve(line: Line): void }> = []
  let stderr = ""
  child.stderr.on("data", (chunk) => {
    stderr += chunk
  })
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line: Line = JSON.parse(text)
    lines.push(line)
    for (const one of waiting) if (one.fits(line)) one.resolve(line)
  })
  const ended = new Promise<{ code: number | null; signal: string | null; lines: Line[]; stderr: string }>(
    (resolve) => {
      child.once("close", (code, signal) => resolve({ code, signal, lines, stderr }))
    },
  )
  return {
    ended,
    async until(fits: (line: Line) => boolean): Promise<Line> {
      const found = lines.find(fits)
      if (found) return found
      const seen = new Promise<Line>((resolve) => waiting.push({ fits, resolve }))
      const over = ended.then(({ code, lines, stderr }): never => {
        throw new Error(`It ended with ${code} before that line came: ${stderr} ${lines.map(({ type }) => type)}`)
      })
      return Promise.race([seen, over])
    },
  }
}

/** What a terminal would obey: everything that controls, but line ends. */
export const controls = /[\p{Cc}--\n]/v
