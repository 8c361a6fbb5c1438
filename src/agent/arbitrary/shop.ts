import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ScriptStep } from "../../models/script.ts"
import { scriptedModel } from "../../models/scripted-model.ts"
import type { Event } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"
import { openSqliteStore } from "../../store/sqlite/store.ts"
import { createAgent } from "../agent.ts"

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
