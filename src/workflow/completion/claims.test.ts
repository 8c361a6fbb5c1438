import { describe, expect, it } from "vitest"
import { claimsIn } from "./claims.ts"

const told = (answer: string) =>
  claimsIn(answer).map((claim) => {
    if (claim.of === "file") return `${claim.deed} ${claim.path}`
    return claim.of === "result" ? `${claim.kind} passed` : `ran ${claim.command}`
  })

describe("a claim", () => {
  const rows: [string, string[]][] = [
    ["I created `src/a.ts` and src/b.ts.", ["created src/a.ts", "created src/b.ts"]],
    ["Created a.ts, b.ts, and c.ts", ["created a.ts", "created b.ts", "created c.ts"]],
    ["`a.ts` has been updated.", ["changed a.ts"]],
    ["- `a.ts`: added the parser", ["changed a.ts"]],
    ["Added a parser to `a.ts`.", ["changed a.ts"]],
    ["I removed old.py.", ["deleted old.py"]],
    ["Deleted the unused file old.py and stale.py", ["deleted old.py", "deleted stale.py"]],
    ["Removed the dead import in `a.ts`.", ["changed a.ts"]],
    ["Added a test for `a.ts` in `a.test.ts`.", ["changed a.test.ts"]],
    ["Both a.ts and b.ts were fixed.", ["changed a.ts", "changed b.ts"]],
    ["All tests pass.", ["test passed"]],
    ["The test suite is green.", ["test passed"]],
    ["12 passing tests.", ["test passed"]],
    ["The build succeeds and the linter is clean.", ["build passed", "lint passed"]],
    ["It works.", ["any passed"]],
    ["I ran `npm test` and looked at it.", ["ran npm test"]],
    ["All tests pass, so you should be fine.", ["test passed"]],
    ["## Done\n1. Created `a.ts`\n2. Tests passed", ["created a.ts", "test passed"]],
  ]
  it.each(rows)("is in: %s", (answer, claims) => expect(told(answer)).toEqual(claims))

  const none = [
    "I will create `a.ts`.",
    "I'll update a.ts next.",
    "You should have created a.ts first.",
    "I have not created a.ts.",
    "I couldn't write to a.ts, so nothing was done.",
    "a.ts was already fixed earlier.",
    "Should I say that I created a.ts?",
    "If a.ts is deleted, it fails.",
    "Please make sure the tests pass.",
    "The tests should pass now.",
    "The tests don't pass.",
    "Once all the tests pass, it can be merged.",
    "It passes the options to the parser.",
    "I successfully added tests.",
    "Added a case for a.ts.",
    "Removed the dead import from a.ts.",
    "Removed the calls a.ts makes.",
    "Fixed the crash described in issues.md.",
    "Added tests to cover a.ts.",
    "```ts\n// created a.ts, all tests pass\n```",
    "I read a.ts.",
    "The latest results are in.",
    "This is the contest that everybody passed.",
    "You can run `npm test`.",
    "Node.js was updated.",
  ]
  it.each(none)("is not in: %s", (answer) => expect(told(answer)).toEqual([]))
})
