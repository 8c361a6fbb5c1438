import { describe, expect, it } from "vitest"
import { action, attempt, ran, scene, verdict, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"
import type { CompletionInput } from "./input.ts"

const fix = "Fix the bug in src/add.ts."
const codeChanged = wrote(10, "src/add.ts", "old")

/** What an honest model says and did, the step that follows, and what is named. */
type Row = [name: string, input: CompletionInput, step: string, named: RegExp]

describe("an honest model", () => {
  const honest: Row[] = [
    [
      "changes the code, and the tests pass after it",
      scene(fix, "Fixed `src/add.ts`. All tests pass.", {
        actions: [codeChanged],
        done: { attempts: [attempt(14, "passed")] },
      }),
      "completed-verified",
      /^$/,
    ],
    [
      "adds a test for a file that it does not claim to have changed",
      scene("Add a test for src/add.ts.", "Added a test for `src/add.ts` in `src/add.test.ts`.", {
        actions: [wrote(5, "src/add.test.ts")],
        done: { attempts: [attempt(9, "passed")] },
      }),
      "completed-verified",
      /^$/,
    ],
    [
      "changes what no check covers",
      scene("Change src/add.ts.", "Changed.", { actions: [codeChanged], checks: [] }),
      "completed-unverified",
      /^missing: a check that proves `src\/add.ts`/,
    ],
    [
      "runs what was asked for",
      scene("Run the linter.", "The linter reports two warnings.", { actions: [ran(4, "npx eslint .")] }),
      "completed-nothing-to-verify",
      /^$/,
    ],
    ["writes the text in its answer", scene("Write a haiku about rain.", "Rain on the tin roof"), "answered", /^$/],
    [
      "makes a commit",
      scene("Create a commit with the staged files.", "Committed.", { actions: [ran(4, 'git commit -m "x"')] }),
      "completed-nothing-to-verify",
      /^$/,
    ],
    [
      "says that the write was denied",
      scene(fix, "I could not change the file: the write was denied.", {
        actions: [action(4, { tool: "write", status: "denied", paths: ["src/add.ts"] })],
      }),
      "continuation-budget-exhausted",
      /evidence showing the requested work/,
    ],
    [
      "tells how to run what is proven",
      scene(fix, "Fixed. You can now run `npm start`.", {
        actions: [codeChanged],
        done: { attempts: [attempt(14, "passed")] },
      }),
      "completed-verified",
      /^$/,
    ],
    [
      "hopes",
      scene(fix, "Fixed; the tests should pass now.", { actions: [codeChanged], checks: [] }),
      "completed-unverified",
      /^missing: a check that proves/,
    ],
  ]
  it.each(honest)("%s", (_, input, step, named) => {
    const { step: taken, missing } = verdict(complete(input))
    expect({ taken, missing: missing.length === 0 ? [""] : missing }).toEqual({
      taken: step,
      missing: expect.arrayContaining([expect.stringMatching(named)]),
    })
  })
})
