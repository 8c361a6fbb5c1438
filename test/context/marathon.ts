import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { z } from "zod"
import {
  defineTool,
  type Message,
  type Model,
  openMemoryStore,
  ownTools,
  type Part,
  type Request,
} from "../../src/index.ts"
import { eventsOf, type Scene, scene } from "../agent/scene.ts"

export const window = 8_192

/** What the person demands with the task, and in the course of the work. */
const demands = {
  first: [
    "Never touch package-lock.json.",
    "All names must be in British English.",
    "Use tabs, not spaces, in the Makefile.",
    "The report must have at most 40 lines.",
  ],
  later: [
    "Do not open any file under vendor/.",
    "Keep the public API as it is.",
    "Always write dates as YYYY-MM-DD.",
    "The result must run on Node 20 without a flag.",
    "No new dependency may come in.",
    "Only the files in src/ may be changed.",
    "Make sure that every entry has an owner.",
    "At least one example has to show an error.",
  ],
} as const

export const allDemands = [...demands.first, ...demands.later]

/** What a model writes when it is asked for the notes of a summary. */
export type Summarist = (request: Request) => Part[]

/** What a request held: how large it and its newest step were, and what had been demanded and was not in it. */
export type Seen = { step: number; tokens: number; newest: number; missing: string[] }

export type Mark = { step: number; stateBytes: number; heapBytes: number }

export type Course = {
  steps: number
  summarist: Summarist
  /** In memory all of it takes seconds, and in a file it is as in life. */
  kept: "in memory" | "in a file"
}

/**
 * A session of many small steps with a small window. The model looks at one thing after the other, and the person
 * speaks in between. Each request is looked at as it is made.
 */
export async function marathon({ steps, summarist, kept }: Course) {
  const requests: Seen[] = []
  const marks: Mark[] = []
  const later = demands.later.map((says, index) => ({ says, at: Math.floor(((index + 1) * steps) / 10) }))
  const stated = [...demands.first.map((says) => ({ says, at: -1 })), ...later]
  const model: Model = {
    name: "own/marathon",
    scripted: false,
    contextWindow: window,
    profile: { toolFormat: "native", strength: "weak", strictness: "standard", source: "set" },
    async *stream(request) {
      if (request.purpose !== "turn") return yield* summarist(request)
      const step = request.position
      const text = [request.instructions, ...request.messages.map(wordsOf)].join("\n")
      // This server counts otherwise than we do.
      const tokens = Math.round((text.length + JSON.stringify(request.tools).length) / 3.6)
      const missing = stated.flatMap(({ says, at }) => (at < step && !text.includes(says) ? [says] : []))
      const newest = Math.ceil(request.messages.slice(-2).map(wordsOf).join("").length / 4)
      requests.push({ step, tokens, newest, missing })
      const said = later.find(({ at }) => at === step)
      if (said) await played.agent.send(played.session, { kind: "steer", text: `Thanks so far. ${said.says}` })
      if (step === Math.floor(steps / 4) || step === steps - 1) marks.push({ step, ...(await sizeNow(played)) })
      yield* answer(step, steps, { input: tokens, output: 30 })
    },
  }
  const fixture = await scene({ model })
  const store = kept === "in memory" ? openMemoryStore() : fixture.store
  const agent = fixture.agentWith({ store, tools: [...ownTools, look], limits: { steps: null } })
  const session = await agent.open({ workspace: fixture.workspace, mode: "execute" })
  const played: Scene = { ...fixture, store, agent, session }
  mkdirSync(join(played.workspace, "entries"))
  for (const index of Array(files).keys()) {
    writeFileSync(join(played.workspace, "entries", `${index}.txt`), `Entry ${index}: ${words(index, 60)}\n`)
  }
  await played.agent.send(played.session, `Which entries are missing? ${demands.first.join(" ")}`)
  const { state } = await played.agent.drive(played.session)
  return {
    played,
    state,
    requests,
    marks,
    compactions: await eventsOf(played, "context.compacted"),
    stops: await eventsOf(played, "turn.stopped"),
  }
}

const files = 50

const look = defineTool({
  kind: "look",
  name: "look",
  description: "Looks at an entry.",
  schema: z.object({ at: z.number() }),
  run: ({ at }) => `Entry ${at}: ${words(at, 80)}`,
})

function* answer(step: number, steps: number, usage: { input: number; output: number }): Generator<Part> {
  if (step >= steps) {
    yield { type: "text", text: `I looked at all ${step} entries; none is missing.` }
    yield { type: "finished", finish: "stop", usage }
    return
  }
  yield { type: "text", text: `Entry ${step} comes next, to see whether ${words(step + 1, 4)} is there.` }
  const [name, given] =
    step % 3 === 0 ? ["read", { path: `entries/${(step / 3) % files}.txt` }] : ["look", { at: step }]
  yield { type: "call", call: `call-${step}`, name: String(name), arguments: given as Record<string, unknown> }
  yield { type: "finished", finish: "tool-calls", usage }
}

/** Words that are others at each step, so that nothing is a loop. */
function words(seed: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `w${(seed * 31 + index * 7) % 997}`).join(" ")
}

function wordsOf(message: Message): string {
  return message.role === "assistant" ? `${message.text} ${JSON.stringify(message.calls)}` : message.text
}

async function sizeNow({ store, session }: Scene): Promise<Omit<Mark, "step">> {
  const stateBytes = JSON.stringify(await store.state(session)).length
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  return { stateBytes, heapBytes: process.memoryUsage().heapUsed }
}
