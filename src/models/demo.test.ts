import { spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { partsOf } from "../../test/models/ask.ts"
import { openModel } from "./catalog/open-model.ts"
import type { Call, Message } from "./contract.ts"
import { demoProject } from "./demo/project.ts"

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

// The least that the tools of the script do, so that the script is proven by itself.
function perform({ name, arguments: args }: Call): string {
  const file = () => join(directory, String(args.path))
  switch (name) {
    case "glob":
      return globSync(String(args.pattern), { cwd: directory }).join("\n")
    case "read":
      return readFileSync(file(), "utf8")
    case "edit": {
      const before = readFileSync(file(), "utf8")
      expect(before.split(String(args.old))).toHaveLength(2)
      writeFileSync(file(), before.replace(String(args.old), String(args.new)))
      return "edited"
    }
    case "bash": {
      // A test runner inside a test runner would report to the outer one.
      const { NODE_TEST_CONTEXT: _, ...env } = process.env
      const { status } = spawnSync(String(args.command), { cwd: directory, shell: true, env })
      return `exit code ${status}`
    }
    case "todo":
      return "noted"
    default:
      throw new Error(`the demo calls ${name}, which is no tool`)
  }
}

async function play(): Promise<{ said: string[]; done: string[] }> {
  const model = await openModel("demo", { env: { HOLDFAST_SCRIPT_DELAY: "0" } })
  expect(model).toMatchObject({ name: "demo", scripted: true })
  const messages: Message[] = [{ role: "user", text: "Mend the failing test" }]
  const said: string[] = []
  const done: string[] = []
  for (let position = 0; position < 20; position++) {
    const parts = await partsOf(model, { position, messages })
    const calls = parts.flatMap((part): Call[] => (part.type === "call" ? [part as Call] : []))
    const text = parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("")
    said.push(text)
    if (calls.length === 0) return { said, done }
    messages.push({ role: "assistant", text, calls })
    for (const call of calls) {
      const result = perform(call)
      done.push(`${call.name}: ${result.split("\n")[0]}`)
      messages.push({ role: "tool", call: call.call, name: call.name, text: result, failed: false })
    }
  }
  throw new Error("the demo does not end")
}

it("finds, mends and verifies the bug of its project, and says that it is scripted", async () => {
  for (const { path, content } of demoProject()) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
  const { said, done } = await play()
  expect(done.filter((line) => line.startsWith("bash"))).toEqual(["bash: exit code 1", "bash: exit code 0"])
  expect(said[0]).toContain("scripted")
  expect(said.at(-1)).toContain("scripted")
})

it("only looks, and says what it is, in any other project", async () => {
  writeFileSync(join(directory, "main.js"), "export {}\n")
  const { said, done } = await play()
  expect(done).toEqual(["glob: main.js"])
  expect(said.at(-1)).toContain("I am the demo")
})

it("does not say the same for ever: asked again, it fails with what to do", async () => {
  const { said } = await play()
  const model = await openModel("demo", { env: {} })
  const messages: Message[] = [
    { role: "user", text: "Mend it" },
    { role: "assistant", text: said.at(-1) ?? "", calls: [] },
    { role: "user", text: "Go on." },
  ]
  expect(await partsOf(model, { position: 2, messages })).toEqual([
    { type: "failed", failure: { kind: "other", message: expect.stringContaining("Choose a model") } },
  ])
})

it("leaves compaction and titles to the caller", async () => {
  const model = await openModel("demo", { env: {} })
  expect(await partsOf(model, { purpose: "compact" })).toEqual([{ type: "finished", finish: "no-script" }])
})
