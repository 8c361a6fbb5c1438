import { describe, expect, it } from "vitest"
import { decisiveLine } from "./output.ts"

const node = { passed: "✔ adds (1ms)\nℹ tests 1\nℹ pass 1\nℹ fail 0\nℹ duration_ms 198.5\n" }

describe("the telling line of an output", () => {
  it.each([
    ["node --test", "passed", node.passed, "ℹ pass 1"],
    [
      "vitest",
      "passed",
      "✓ a.test.ts\n\n Test Files  1 passed (1)\n      Tests  4 passed (4)\n Duration 1s",
      "Tests  4 passed (4)",
    ],
    ["pytest", "passed", "..\n===== 2 passed in 0.01s =====\n", "===== 2 passed in 0.01s ====="],
    [
      "cargo",
      "passed",
      "test result: ok. 3 passed; 0 failed; 0 ignored\n\n   Doc-tests x\n",
      "test result: ok. 3 passed; 0 failed; 0 ignored",
    ],
    ["go", "passed", "ok  \texample.com/x\t0.01s", "ok  \texample.com/x\t0.01s"],
    ["a quiet one", "passed", "", null],
    ["an unknown one", "passed", "all is well\n", "all is well"],
    [
      "node --test that fails",
      "failed",
      "✖ adds (2ms)\nℹ fail 1\nℹ duration_ms 198\n  AssertionError [ERR_ASSERTION]: 2 is not 3\n",
      "AssertionError [ERR_ASSERTION]: 2 is not 3",
    ],
    ["tsc", "failed", "src/a.ts(1,7): error TS2322: no\nFound 1 error.", "src/a.ts(1,7): error TS2322: no"],
    [
      "pytest that fails",
      "failed",
      ">   assert 1 == 2\nE   AssertionError: nope\n1 failed in 0.1s",
      "E   AssertionError: nope",
    ],
    ["a list that fails", "failed", "ok 1\nnot ok 2 - adds\n# done", "not ok 2 - adds"],
    ["one that is silent", "passed", "It printed nothing. Exit code 0.", null],
    ["only an exit code", "failed", "\nExit code 1.\n", null],
    ["nothing failed but the exit code", "failed", "0 errors\nbye", "bye"],
  ] as const)("of %s", (_, ended, output, line) => {
    expect(decisiveLine(output, ended)).toBe(line)
  })
})
