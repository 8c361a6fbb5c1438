import { existsSync } from "node:fs"
import { join } from "node:path"
import { createAgent } from "../../src/agent/agent.ts"
import { profileMemory } from "../../src/agent/configuration/profile-memory.ts"
import { endpointOf } from "../../src/models/catalog/providers.ts"
import type { Message, Model } from "../../src/models/contract.ts"
import { openAbility } from "../../src/models/profile/ability.ts"
import { scriptedModel } from "../../src/models/scripted-model.ts"
import { learnFrom } from "../../src/models/stream/learn-from.ts"
import type { NewEvent } from "../../src/session/event.ts"
import type { Store } from "../../src/store/contract.ts"
import type { Faults } from "../../src/store/sqlite/database.ts"
import { storeFileName } from "../../src/store/sqlite/file.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { type Death, die } from "./death.ts"
import type { Fixture } from "./fixture.ts"
import { type Person, personOf } from "./person.ts"
import type { Scenario } from "./scenario.ts"

/** The same in every run. */
export const sessionId = "01890a5d-ac96-774b-bcce-b302099a8057"

export type Play = {
  fixture: Fixture
  scenario: Scenario
  death?: Death
  faults?: Faults
  /** The driver is told to leave once it has appended so often; another drive goes on. */
  leaveAfter?: number
}

/** Plays a scenario to its end, from wherever an earlier process left it. */
export async function play(played: Play): Promise<{ left: boolean }> {
  const { fixture, scenario, death = { kind: "never" }, faults, leaveAfter = Number.POSITIVE_INFINITY } = played
  const isNew = !existsSync(join(fixture.home, storeFileName))
  const store = openSqliteStore({
    directory: fixture.home,
    lowWatermarkBytes: 0,
    ...(faults ? { faults } : {}),
  })
  try {
    if (isNew && scenario.learned) await profileMemory(store).keep(memoryKey(scenario), scenario.learned)
    await open(store, fixture, scenario)
    const person = personOf(scenario, store, sessionId)
    const model = await remembered(fillingIn(scenario), scenario, store)
    const leave = new AbortController()
    let appends = 0
    const noteAppend = () => {
      appends += 1
      if (appends === leaveAfter) leave.abort()
    }
    const agent = createAgent({
      store: observed(store, person, { death, noteAppend }),
      directory: fixture.home,
      model: async () => model,
      limits: { ...(scenario.timeMs === undefined ? {} : { timeMs: scenario.timeMs }), ...scenario.compaction },
      env: { ...process.env, HOLDFAST_CONFIG: fixture.configuration },
    })
    await person.speakAtRest()
    do {
      const ending = leave.signal.aborted ? {} : { leave: leave.signal }
      if ((await agent.drive(sessionId, ending)).rest === "detached") await agent.drive(sessionId)
    } while (await person.speakAtRest())
    return { left: leave.signal.aborted }
  } finally {
    await store.close()
  }
}

async function open(store: Store, { workspace }: Fixture, scenario: Scenario) {
  const { permissionMode = "workspace-write", mode, name } = scenario
  await store.open({ id: sessionId, workspace, project: workspace, title: name }, { key: "opened" })
  const data = { model: `scripted:${name}`, permissionMode, ...(mode ? { mode } : {}) }
  await store.append(sessionId, [{ type: "session.configured", data }], "intent", { key: "configured" })
}

/** The store as the agent has it: people listen to what it does, and answer before it goes on. */
function observed(store: Store, person: Person, { death, noteAppend }: { death: Death; noteAppend(): void }): Store {
  return {
    ...store,
    async append(id, events, by, options) {
      const isOurs = id === sessionId && by !== "intent"
      if (isOurs) await person.interject(events.map(({ type }) => type))
      const appended = await store.append(id, events, by, options)
      if (death.kind === "type" && events.some((event) => isFatal(event, death))) die()
      if (isOurs) {
        noteAppend()
        await person.speak()
      }
      return appended
    },
    checkpoint(lease, intent, piece) {
      store.checkpoint(lease, intent, piece)
      const length = piece.offset + piece.text.length
      if (death.kind === "streamed" && piece.channel === "text" && length >= death.characters) die()
      if (lease.session === sessionId) void person.overhear(piece.channel, length)
    },
  }
}

/** The scripted model, which cannot know the id of a job, reads it in the conversation. */
function fillingIn({ name, script, window }: Scenario): Model {
  const plain = scriptedModel(`scripted:${name}`, script)
  return {
    ...plain,
    contextWindow: window ?? null,
    stream(request, signal) {
      const job = jobIn(request.messages)
      const filled = JSON.parse(JSON.stringify(script).replaceAll("$job", job))
      return scriptedModel(plain.name, filled).stream(request, signal)
    },
  }
}

const memoryKey = ({ name }: Scenario) => `profile:scripted:${name}`

/** The model as one of a server that says nothing of it: what it can do is known from the store, if from anywhere. */
async function remembered(model: Model, { learned }: Scenario, store: Store): Promise<Model> {
  if (!learned) return model
  const endpoint = endpointOf("ollama", { env: {} })
  const fetch = async () => new Response(null, { status: 404 })
  const subject = { name: model.name, endpoint, model: "qwen3:8b", fetch }
  const ability = await openAbility(subject, { env: {}, profileMemory: profileMemory(store) })
  return {
    ...model,
    get profile() {
      return ability.profile()
    },
    stream: (request, signal) => learnFrom(ability, request, (asked) => model.stream(asked, signal)),
  }
}

function jobIn(messages: readonly Message[]): string {
  const jobs = messages.flatMap(({ text }) => /in the background as job (\S+)\./.exec(text)?.[1] ?? [])
  return jobs.at(-1) ?? "none"
}

function isFatal({ type, data }: NewEvent, death: Extract<Death, { kind: "type" }>): boolean {
  return type === death.type && (!death.ofCheck || ("check" in data && data.check !== undefined))
}
