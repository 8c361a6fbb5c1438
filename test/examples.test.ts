import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"

const examples = fileURLToPath(new URL("../examples", import.meta.url))

/** A directory to run examples in, with data of its own. */
function place() {
  const home = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { ...process.env, HOLDFAST_HOME: join(home, "data"), HOLDFAST_CONFIG: join(home, "config") }
  const run = async (example: string, more: NodeJS.ProcessEnv = {}, ...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [join(examples, example), ...args], {
        env: { ...env, ...more },
        cwd: home,
      })
    ).stdout
  return { home, run }
}

describe("the examples", () => {
  it("embed.ts streams an answer, denies what is asked for, and goes on with a session", async () => {
    const { home, run } = place()
    const remove = { id: "c", name: "bash", arguments: { command: "rm -rf /etc/hosts" } }
    const script = [{ text: "Hello from a script." }, { toolCalls: [remove] }, { text: "Then I leave it." }]
    writeFileSync(join(home, "script.json"), JSON.stringify(script))
    const more = { MODEL: "scripted:script.json" }
    const first = await run("embed.ts", more, "Who are you?")
    expect(first).toMatch(/^Hello from a script\.\nanswered: go on with session \S+\n$/)
    const [session = ""] = /\S+$/.exec(first.trim()) ?? []
    expect(await run("embed.ts", more, "Which hosts are there?", session)).toBe(
      `Then I leave it.\npermission-denied: go on with session ${session}\n`,
    )
  })

  it("own-tool.ts registers a tool and a model", async () => {
    const { run } = place()
    expect(await run("own-tool.ts")).toBe(
      "tool: { text: 'It rains in Bergen.' }\nTake an umbrella: it rains in Bergen.\n",
    )
  })
})
