import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { undo } from "../../src/agent/sessions/undo.ts"
import { eventsOf, scene, stops } from "./scene.ts"

it("takes back with the turn what a check of it changed, and does not call the work changed for that", async () => {
  const played = await scene({
    model: [
      { toolCalls: [{ id: "w", name: "write", arguments: { path: "sum.mjs", content: "export const sum = 3\n" } }] },
      { text: "sum.mjs is written." },
    ],
  })
  const { store, session, workspace, agent } = played
  const test = 'import { writeFileSync } from "node:fs"\nwriteFileSync("report.txt", "all well\\n")\n'
  writeFileSync(join(workspace, "test.mjs"), test)
  writeFileSync(join(workspace, "report.txt"), "nothing yet\n")
  writeFileSync(join(workspace, "package.json"), '{ "name": "sums", "scripts": { "test": "node test.mjs" } }\n')
  const git = (...words: string[]) => execFileSync("git", words, { cwd: workspace, stdio: "ignore" })
  git("init", "--quiet")
  git("add", "--all")
  await agent.send(session, "Write sum.mjs with the constant sum, 3")
  await agent.drive(session)
  expect(readFileSync(join(workspace, "report.txt"), "utf8")).toBe("all well\n")
  expect(await stops(played)).toEqual(["completed-verified"])
  const finished = (await eventsOf(played, "tool.finished")).filter(({ data }) => data.check)
  expect(finished.flatMap(({ data }) => data.changed.map(({ path }) => path))).toEqual([join(workspace, "report.txt")])
  expect(await undo(store, session)).toMatchObject({ did: "undone", left: [] })
  expect(readFileSync(join(workspace, "report.txt"), "utf8")).toBe("nothing yet\n")
  expect(existsSync(join(workspace, "sum.mjs"))).toBe(false)
})
