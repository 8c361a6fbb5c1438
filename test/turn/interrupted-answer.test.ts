import { join } from "node:path"
import { afterAll, expect, it, onTestFinished } from "vitest"
import { contextStart, modelContext } from "../../src/session/view/context.ts"
import { transcript } from "../../src/session/view/transcript.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { warmWorkers } from "../crash/warm-worker.ts"
import { playIn } from "./equivalence.ts"
import { prepareFixture, removeFixture } from "./fixture.ts"
import { checkLaws } from "./laws.ts"
import { readLog } from "./outcome.ts"
import { play, sessionId } from "./play.ts"
import { scenarioNamed } from "./scenarios.ts"

const workers = warmWorkers(1, join(import.meta.dirname, "player.ts"))
afterAll(() => workers.stop())

it.for(["long answer", "instant answer"])(
  "shows what was heard before the kill, marked, and does not send it: %s",
  async (name) => {
    const scenario = scenarioNamed(name)
    const fixture = prepareFixture(scenario)
    onTestFinished(() => removeFixture(fixture))
    const receivedLength = 9000
    const killed = await playIn(workers, {
      scenario: scenario.name,
      fixture,
      death: { kind: "streamed", characters: receivedLength },
    })
    expect(killed).toBe("killed")
    await play({ fixture, scenario })
    await checkLaws(fixture, { kills: 1 })

    const store = openSqliteStore({ directory: fixture.home, readOnly: true })
    try {
      const log = await readLog(store, sessionId)
      const whole = scenario.script[0]?.text ?? ""
      const answers = transcript(log).filter(({ kind }) => kind === "answer")
      expect(answers).toMatchObject([
        { state: "interrupted", note: "crashed" },
        { state: "whole", text: whole },
      ])
      const [cut] = log.flatMap((event) => (event.type === "model.interrupted" ? [event.data.text] : []))
      expect(whole.startsWith(cut ?? "none")).toBe(true)
      // A crash loses no more than 4 KiB.
      expect(cut?.length).toBeGreaterThanOrEqual(receivedLength - 4096)
      const state = await store.state(sessionId)
      const context = modelContext(
        state,
        log.filter(({ seq }) => seq >= contextStart(state)),
      )
      expect(context.filter(({ role }) => role === "assistant")).toMatchObject([{ text: whole }])
    } finally {
      await store.close()
    }
  },
)
