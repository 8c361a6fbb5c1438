import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createAgent } from "../../../src/agent/agent.ts"
import type { ScriptStep } from "../../../src/models/script.ts"
import { scriptedModel } from "../../../src/models/scripted-model.ts"
import type { Event } from "../../../src/session/event.ts"
import { isKnown } from "../../../src/session/event.ts"
import { openSqliteStore } from "../../../src/store/sqlite/store.ts"

/** A store, a workspace in git, and an agent that does what a script says. */
export function openShop() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  const [home, workspace] = [join(root, "home"), join(root, "work")]
  mkdirSync(workspace)
  const store = openSqliteStore({ directory: home, actor: { kind: "person", name: "ada" } })
  const steps: ScriptStep[] = []
  const agent = createAgent({
    store,
    directory: home,
    model: async () => scriptedModel("scripted:test", steps),
    env: { ...process.env, HOLDFAST_CONFIG: join(root, "config") },
  })
  const events = async (session: string) => {
    const all: Event[] = []
    for await (const event of store.read(session)) if (isKnown(event)) all.push(event)
    return all
  }
  return {
    root,
    home,
    workspace,
    store,
    agent,
    events,
    git: () => execFileSync("git", ["init", "-q"], { cwd: workspace }),
    path: (name: string) => join(workspace, name),
    open: () => agent.open({ workspace, permissionMode: "allow" }),
    /** One turn that makes these calls, one a step, and then says that it is done. */
    async turn(session: string, ...calls: [name: string, args: Record<string, unknown>][]): Promise<string> {
      for (const [name, args] of calls) steps.push({ toolCalls: [{ name, arguments: args }] })
      steps.push({ text: `Done, ${steps.length}.` })
      await agent.send(session, `Do ${calls.map(([name]) => name).join(", ")}`)
      const { state } = await agent.drive(session)
      return state.branch.stop?.turn ?? ""
    },
    async close() {
      await store.close()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
