import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { runSession } from "../../src/agent/run-session.ts"
import { exploreTools } from "../../src/agent/turn/explore-run.ts"
import {
  type EventData,
  type EventType,
  isKnown,
  type Limits,
  lastAnswer,
  type Model,
  type Profile,
  type ScriptStep,
  scriptedModel,
  why,
} from "../../src/index.ts"
import { scene } from "../agent/scene.ts"

/** One scenario of Loader's parity harness: what the model says, under which permissions, and what must come of it. */
export type Scenario = {
  task?: string
  script: readonly ScriptStep[]
  permissionMode?: EventData<"session.configured">["permissionMode"]
  mode?: NonNullable<EventData<"session.configured">["mode"]>
  /** The workspace before, by path. */
  files?: Readonly<Record<string, string>>
  /** The rules of the user. */
  rules?: object
  /** What a person answers, in the order of the asks; one that is not answered stays open. */
  answers?: readonly ("approve" | "deny")[]
  limits?: Partial<Limits>
  /** What is only known of the model once it is opened. */
  learns?: Profile
  expect(outcome: Outcome): void | Promise<void>
}

export type Outcome = Awaited<ReturnType<typeof play>>

/** Plays a scenario with an agent on a real store and workspace, and returns what came of it. */
export async function play(scenario: Scenario) {
  const { script, permissionMode = "workspace-write", mode, files = {}, rules, answers = [], limits } = scenario
  const explores = mode === "explore"
  const offered: number[] = []
  const scripted = scriptedModel("scripted:parity", script)
  const model: Model = {
    ...scripted,
    ...(scenario.learns ? { profile: scenario.learns } : {}),
    stream(request, signal) {
      offered.push(request.tools.length)
      return scripted.stream(request, signal)
    },
  }
  const played = await scene({
    model,
    permissionMode,
    ...(limits ? { limits } : {}),
    ...(explores ? { tools: exploreTools, noAsk: true } : {}),
  })
  const { agent, store, session, workspace, configuration } = played
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  if (rules) writeFileSync(join(configuration, "permissions.json"), JSON.stringify(rules))
  if (mode) await agent.configure(session, { mode })
  await agent.send(session, scenario.task ?? "Do what the script says.")
  const streamed = await Array.fromAsync(runSession({ agent, store }, session, {}))
  for (const answer of answers) {
    const [ask] = (await store.state(session)).log.asks.open
    await agent.answer(session, ask?.ask ?? "none", { answer })
    await agent.drive(session)
  }
  const events = (await Array.fromAsync(store.read(session))).filter(isKnown)
  const of = <T extends EventType>(type: T) =>
    events.flatMap((event) => (event.type === type ? [event.data as EventData<T>] : []))
  const finished = of("tool.finished")
  return {
    events,
    streamed,
    of,
    state: await store.state(session),
    why: why(events, { driven: false, held: false }),
    answer: await lastAnswer(store, session),
    tools: finished.filter(({ check }) => !check).map(({ status, output }) => ({ status, text: output.text })),
    statuses: finished.filter(({ check }) => !check).map(({ status }) => status),
    checks: finished.flatMap(({ check }) => check?.status ?? []),
    asks: of("ask.opened"),
    modes: of("workflow.decided").map((decision) => decision.mode),
    stop: of("turn.stopped").at(-1)?.code ?? null,
    calls: of("model.asked").length,
    /** How many tools each request offered. */
    offered,
    file: (path: string) => (existsSync(join(workspace, path)) ? readFileSync(join(workspace, path), "utf8") : null),
    workspace,
  }
}
