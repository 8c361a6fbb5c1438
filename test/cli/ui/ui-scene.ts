import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { onTestFailed, onTestFinished } from "vitest"
import type { ScriptStep } from "../../../src/models/script.ts"
import { finish, text as textChunk } from "../../models/chunks.ts"
import { events, type Got, sendJson, sendStream, startLoopback } from "../../models/loopback.ts"
import type { Message } from "../loopback-model.ts"
import type { Pty } from "../pty.ts"
import { type TurnScene, turnScene } from "../run-scene.ts"
import { bin } from "../scene.ts"

export const bash = (command: string): ScriptStep => ({ toolCalls: [{ name: "bash", arguments: { command } }] })

/** A command that runs until `release`. */
export const untilReleased = ({ project }: Pick<TurnScene, "project">): ScriptStep =>
  bash(`echo begun; until [ -e ${join(project, "..", "go")} ]; do sleep 0.05; done; echo ended`)

export const release = ({ project }: Pick<TurnScene, "project">) => writeFileSync(join(project, "..", "go"), "")

export type UiScene = TurnScene & {
  /** Opens the interactive session, and resolves when it takes keys. */
  open(argv?: readonly string[], options?: { columns?: number; env?: Record<string, string> }): Promise<Pty>
  /** The texts of all inputs with what became of them, in the order in which they were accepted. */
  inputs(): Promise<{ text: string; kind: string; as: string | null }[]>
}

export function uiScene(options?: { delay?: string }): UiScene {
  const scene = turnScene(options)
  const inTerminal: TurnScene["inTerminal"] = (argv, options) => {
    const terminal = scene.inTerminal(argv, options)
    // A screen that never came says more than a time that is over.
    onTestFailed(() => console.error(terminal.screen()))
    return terminal
  }
  return {
    ...scene,
    inTerminal,
    async open(argv = [], options) {
      const terminal = inTerminal(argv, options)
      await terminal.until(prompt)
      if (!argv.includes("-c")) await terminal.until(greeting)
      return terminal
    },
    inputs: () =>
      scene.use(async (store) => {
        const [row] = (await store.list()).items
        const events = row ? await Array.fromAsync(store.read(row.id)) : []
        const takenAs = new Map(
          events.flatMap(({ type, data }) =>
            type === "input.consumed"
              ? [[String(Reflect.get(data ?? {}, "input")), String(Reflect.get(data ?? {}, "as"))]]
              : [],
          ) as [string, string][],
        )
        return events.flatMap(({ type, data }) => {
          if (type !== "input.accepted") return []
          const { input, text, kind } = data as { input: string; text: string; kind: string }
          return [{ text, kind, as: takenAs.get(input) ?? null }]
        })
      }),
  }
}

const greeting = /\/help\s+shows\s+the\s+keys|No model found/

/** The empty editor between its two rules. */
export const prompt = /^─+\n *\n─+$/m

/** Escape sequences of keys. */
export const keys = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  altUp: "\x1b[1;3A",
  ctrlC: "\x03",
  ctrlD: "\x04",
  ctrlG: "\x07",
  ctrlO: "\x0f",
  ctrlV: "\x16",
  ctrlR: "\x12",
  ctrlZ: "\x1a",
  paste: (text: string) => `\x1b[200~${text}\x1b[201~`,
} as const

/** A directory whose removal needs approval. */
export function victim({ project }: Pick<TurnScene, "project">): string {
  const path = join(project, "victim")
  mkdirSync(path)
  return path
}

/** A scene with a model server of its own, which answers in the order given and keeps what it was asked. */
export async function loopbackScene(...answers: readonly { text: string }[]) {
  const requests: { body: Got["body"]; messages: Message[] }[] = []
  const server = await startLoopback((response, { path, body }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    requests.push({ body, messages: body.messages as Message[] })
    const { text } = answers[requests.length - 1] ?? { text: "Done." }
    sendStream(response, events(textChunk(text), finish("stop"), "[DONE]"))
  })
  onTestFinished(() => server.close())
  const options = ["--model", "openai-compatible/loopback", "--base-url", server.url]
  return { scene: uiScene(), requests, options }
}

/** A server on the data directory of a scene, when it listens. */
export async function serverOf({ home, project, env }: UiScene): Promise<{ url: string; token: string }> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json"], {
    cwd: project,
    env: { ...process.env, ...env, HOLDFAST_HOME: home },
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(async () => {
    child.kill("SIGKILL")
    if (child.exitCode === null && child.signalCode === null) await once(child, "close")
  })
  const ended = once(child, "close").then(([code]) => Promise.reject(new Error(`The server ended with ${code}.`)))
  // It may end after it was read.
  ended.catch(() => undefined)
  const line = once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text))
  const { url, tokenFile } = JSON.parse(await Promise.race([line, ended])) as { url: string; tokenFile: string }
  return { url, token: readFileSync(tokenFile, "utf8").trim() }
}
