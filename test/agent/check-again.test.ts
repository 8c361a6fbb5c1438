import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { eventsOf, run, scene } from "./scene.ts"

it("runs a check again only after something was done, however many attempts there were", async () => {
  const bash = (id: string, command: string) => ({ toolCalls: [{ id, name: "bash", arguments: { command } }] })
  const used = await scene({
    permissionMode: "allow",
    model: [
      { toolCalls: [{ id: "read", name: "read", arguments: { path: "a.js" } }] },
      { toolCalls: [{ id: "write", name: "write", arguments: { path: "a.js", content: "exports.a = 1\n" } }] },
      { text: "Changed a.js." },
      bash("test", "npm test"),
      { text: "The test of b fails for another reason." },
      { text: "As I said." },
    ],
  })
  const put = (path: string, text: string) => writeFileSync(join(used.workspace, path), text)
  put("package.json", JSON.stringify({ scripts: { lint: "node --check a.js", test: "node --test" } }))
  put("a.js", "exports.a = 0\n")
  put("b.test.js", 'require("node:test")("b", () => { throw new Error("b is broken") })\n')
  await run(used, "Change a.js so that a is 1.")
  const planned = await eventsOf(used, "done.verification-planned")
  expect(planned.map(({ data }) => data.checks.map(({ command }) => command))).toEqual([
    ["npm run lint", "npm test"],
    ["npm test"],
    ["npm test # before the work"],
  ])
  expect((await eventsOf(used, "turn.stopped")).map(({ data }) => data.code)).toEqual(["completed-unverified"])
}, 30_000)
