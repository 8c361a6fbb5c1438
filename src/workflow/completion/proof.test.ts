import { describe, expect, it } from "vitest"
import { attempt, fileThere, npmTest, ran, scene, wrote } from "../arbitrary/completion-scene.ts"
import type { CompletionInput } from "./input.ts"
import { proofOf } from "./proof.ts"
import { workOf } from "./work.ts"

const changed = wrote(10, "src/add.ts", "old")
const lint = { ...npmTest, id: "lint", command: "npx eslint .", kind: "lint", strength: "parses" } as const
const echo = { ...npmTest, id: "echo", command: "echo ok", source: "model" } as const

const proof = (input: CompletionInput) => proofOf(input, workOf(input))
const told = (input: CompletionInput) => {
  const found = proof(input)
  const reason = "because" in found ? found.because : "code" in found ? found.code : ""
  return `${found.state} ${reason}`.trim()
}

type Told = Parameters<typeof scene>[2]

const passed = { done: { attempts: [attempt(14, "passed")] } }
const there = { done: { attempts: [attempt(14, "passed", [fileThere])] } }
const quiet = { altered: [], running: [], retouched: [] }
const open = "unproven verification_incomplete"
const unseen = (command: string) => ({ ...ran(9, command), uncovered: true })

describe("a proof", () => {
  const rows: [string, Told, string][] = [
    ["every check passed after the last change", { done: { attempts: [attempt(14, "passed")] } }, "proven"],
    ["nothing was checked", {}, "unrun nothing was checked yet"],
    ["no check is on offer", { checks: [] }, "unproven verification_commands_missing"],
    ["only a check that cannot fail is on offer", { checks: [echo] }, "unproven verification_commands_missing"],
    [
      "the only check that passed cannot fail",
      { done: { attempts: [attempt(14, "passed", [echo])] } },
      "unrun `npm test` was not part of the last checks",
    ],
    [
      "a weaker check passed, and the stronger one was not part of it",
      { checks: [npmTest, lint], done: { attempts: [attempt(14, "passed", [lint])] } },
      "unrun `npm test` was not part of the last checks",
    ],
    [
      "the project offers more than the checks",
      {
        plan: { checks: [lint], strongest: "tests", uncovered: [] },
        done: { attempts: [attempt(14, "passed", [lint])] },
      },
      "unproven verification_incomplete",
    ],
    [
      "a test claims to look for a file, and does",
      { checks: [fileThere], done: { attempts: [attempt(14, "passed", [fileThere])] } },
      "proven",
    ],
    [
      "a look for a file calls itself a test",
      { checks: [{ ...npmTest, command: "test -f src/add.ts" }] },
      "unproven verification_commands_missing",
    ],
    [
      "it ran before the change",
      { done: { attempts: [attempt(8, "passed")] } },
      "unrun files changed after the last checks",
    ],
    [
      "it was declared stale",
      { done: { attempts: [{ ...attempt(14, "passed"), status: "stale" }] } },
      "unrun files changed after the last checks",
    ],
    [
      "the log knows of a later change than the calls tell",
      { done: { changedAt: 30, attempts: [attempt(14, "passed")] } },
      "unrun files changed after the last checks",
    ],
    ["it is under way", { done: { attempts: [attempt(14, "pending")] } }, "unrun the checks have not ended"],
    ["a check failed", { done: { attempts: [attempt(14, "failed")] } }, "failed"],
    [
      "a check failed, and a command ran since",
      { actions: [changed, ran(20, "npm install")], done: { attempts: [attempt(14, "failed")] } },
      "unrun something was done since the checks failed",
    ],
    [
      "the program of a check is missing",
      { done: { attempts: [attempt(14, "missing")] } },
      "unproven verification_incomplete",
    ],
    [
      "the program of a check was missing, and a command ran since",
      { actions: [changed, ran(20, "npm install")], done: { attempts: [attempt(14, "missing")] } },
      "unrun something was done since the checks failed",
    ],
    [
      "code is only shown to be there",
      { ...there, plan: { checks: [fileThere], strongest: "exists", uncovered: ["src/add.ts"] } },
      "unproven verification_incomplete",
    ],
    [
      "prose and data are only shown to be there",
      { ...there, plan: { checks: [fileThere], strongest: "exists", uncovered: ["README.md", "a.csv"] } },
      "proven",
    ],
    ["a file is no longer what was checked", { ...passed, aftermath: { ...quiet, altered: ["src/add.ts"] } }, open],
    ["a command of the work still runs", { ...passed, aftermath: { ...quiet, running: ["npm run watch"] } }, open],
    ["a test was changed where nobody watched", { ...passed, aftermath: { ...quiet, retouched: ["a.test.ts"] } }, open],
    ["nothing went on since", { ...passed, aftermath: quiet }, "proven"],
    ["a command left something running", { ...passed, actions: [changed, ran(12, "(sleep 9; rm x) &")] }, open],
    [
      "a command left something running, and another ended it",
      { ...passed, actions: [changed, ran(12, "npm start &"), ran(13, "pkill -f start")] },
      "proven",
    ],
    ["an unseen command may have changed tests", { ...passed, actions: [unseen("rm test/a.test.js"), changed] }, open],
    ["an unseen command changed something else", { ...passed, actions: [unseen("rm -r out"), changed] }, "proven"],
    [
      "a superseded attempt passed after the newest one failed",
      { done: { attempts: [attempt(14, "failed"), { ...attempt(16, "passed"), status: "superseded" }] } },
      "failed",
    ],
  ]
  it.each(rows)("when %s", (_, given, expected) => {
    expect(told(scene("Change it.", "Done.", { actions: [changed], ...given }))).toBe(expected)
  })

  it("tells what it does not reach", () => {
    const input = scene("Change it.", "Done.", { actions: [changed], done: { attempts: [attempt(14, "passed")] } })
    const weaker = [{ path: "b.js", strength: "parses" as const }]
    const reach = { ...input, plan: input.plan && { ...input.plan, uncovered: ["notes.txt"], weaker } }
    expect(proof(reach).evidence.map(({ status, summary }) => `${status}: ${summary}`)).toEqual([
      "supporting: `npm test` passed",
      "context: `notes.txt` is only known to exist",
      "context: `b.js` is only known to parse",
    ])
  })
})
