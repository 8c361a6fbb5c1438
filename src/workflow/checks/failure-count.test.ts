import { describe, expect, it } from "vitest"
import { failedTests, failureCount } from "./failure-count.ts"

describe("how many tests failed", () => {
  it.each<[string, string, number, number | null]>([
    ["node", "# tests 14\n# pass 12\n# fail 2\n# cancelled 0", 2, 14],
    ["node, in colour", "\u001b[34mℹ tests 3\u001b[39m\n\u001b[34mℹ fail 1\u001b[39m", 1, 3],
    ["pytest", "=== 2 failed, 12 passed, 1 skipped in 0.31s ===", 2, 14],
    ["pytest, where all failed", "2 failed in 0.02s", 2, null],
    ["cargo", "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured", 1, 4],
    ["unittest", "Ran 5 tests in 0.001s\n\nFAILED (failures=2)", 2, 5],
    ["unittest, with errors", "Ran 5 tests in 0.001s\n\nFAILED (failures=1, errors=2)", 3, 5],
    ["unittest, with errors only", "Ran 5 tests in 0.001s\n\nFAILED (errors=2)", 2, 5],
    [
      "jest",
      "Test Suites: 1 failed, 1 passed, 2 total\nTests:       2 failed, 18 passed, 20 total\nSnapshots:   5 total\n",
      2,
      20,
    ],
    ["vitest", " Test Files  1 failed | 3 passed (4)\n      Tests  5 failed (5)\n", 5, 5],
    ["vitest, with some that passed", " Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n", 1, 3],
    ["mocha", "  2 passing (9ms)\n  1 failing\n\n  1) adds 7 failed logins", 1, 3],
    ["JUnit", "Tests run: 9, Failures: 1, Errors: 1, Skipped: 0", 2, 9],
    ["PHPUnit", "Tests: 9, Assertions: 12, Failures: 2.", 2, 9],
    ["RSpec", "3 examples, 1 failure", 1, 3],
    ["a summary of our own", "2 of 14 failed: adds two numbers", 2, 14],
    ["a summary of our own, without a total", "2 failed: adds two numbers", 2, null],
    ["the last of several runs", "1 failed, 4 passed in 0.1s\n3 failed, 2 passed in 0.2s", 3, 5],
  ])("says %s", (_, output, failed, of) => {
    expect(failureCount(output)).toEqual({ failed, of })
  })

  it.each([
    "",
    "3 passed in 0.1s",
    "# tests 3\n# pass 3\n# fail 0",
    "exit code 1: make: *** [test] Error 1",
    "not ok 1 - retries after 3 failed logins",
    "gives up after 3 failures of the server",
    "3 failed logins lock the account",
    "0 failed, 3 passed",
  ])("is not known from %j", (output) => {
    expect(failureCount(output)).toBeNull()
  })
})

describe("which tests failed", () => {
  it.each<[string, string, string[]]>([
    [
      "pytest",
      "FAILED test_a.py::test_b - assert 1 == 2\nERROR test_c.py\n2 failed",
      ["test_a.py::test_b", "test_c.py"],
    ],
    [
      "unittest",
      "FAIL: test_a (test_x.T.test_a)\nERROR: test_b (test_x.T)\n",
      ["test_a (test_x.T.test_a)", "test_b (test_x.T)"],
    ],
    ["node", "✖ adds (1.2ms)\nℹ fail 1\n✖ failing tests:\n\n✖ adds (1.2ms)\n", ["adds"]],
    ["TAP", "not ok 1 - adds\nok 2 - is there", ["adds"]],
    ["jest", "  ● sums › adds\n", ["sums › adds"]],
    ["vitest", " FAIL  a.test.ts > adds\n", ["a.test.ts > adds"]],
    ["cargo", "test t::a ... FAILED\ntest t::b ... ok\n", ["t::a"]],
    ["go", "--- FAIL: TestAdd (0.00s)\n", ["TestAdd"]],
    ["another", "it is wrong", []],
  ])("says %s", (_, output, names) => expect([...failedTests(output)].sort()).toEqual(names.sort()))
})
