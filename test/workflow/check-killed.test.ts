import { expect, it } from "vitest"
import { checks, stops } from "./rows/log.ts"
import { rewrite, say } from "./rows/script.ts"
import { stage } from "./rows/stage.ts"

it.each([
  ["KILL", 137],
  ["TERM", 143],
])("a check that is ended by SIG%s is unknown, and the model is not sent back to work", async (signal, code) => {
  const scene = await stage({
    files: {
      "AGENTS.md": "Run the tests with `bash check.sh`.\n",
      "check.sh": `kill -${signal} $$\n`,
      "a.js": "export const a = 1\n",
    },
    steps: [rewrite("a.js", "export const a = 2\n"), say("`a` is 2 now.")],
  })
  await scene.say("Set a to 2 in a.js.")
  expect(await checks(scene)).toEqual(["unknown bash check.sh"])
  expect(await stops(scene)).toEqual(["completed-unverified"])
  const finished = (await scene.of("tool.finished")).find(({ data }) => data.check)
  expect(finished?.data.check?.summary).toBe(`ended by SIG${signal}, exit code ${code}`)
  expect(scene.requests).toHaveLength(2)
})
