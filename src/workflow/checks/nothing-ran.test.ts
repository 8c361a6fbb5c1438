import { describe, expect, it } from "vitest"
import { nothingRan } from "./nothing-ran.ts"

describe("a test command that passed", () => {
  it.each([
    ["make: 'test' is up to date.", "make: 'test' is up to date."],
    ["make[1]: Entering directory '/x'\nmake[1]: Nothing to be done for 'test'.", "make[1]: Entering directory '/x'"],
    ["> x@1.0.0 test\n> node --test\n\nℹ tests 0\nℹ suites 0\nℹ pass 0", "ℹ tests 0"],
    ["ℹ tests 1\nℹ pass 0\nℹ skipped 1", "ℹ pass 0"],
    ["TAP version 13\n1..0\n# tests 0", "# tests 0"],
    ["   Compiling x\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed", "running 0 tests"],
    ["No test files found, exiting with code 0", "No test files found, exiting with code 0"],
    ["No tests found, exiting with code 0", "No tests found, exiting with code 0"],
    ["  0 passing (2ms)", "0 passing (2ms)"],
    ["Ran 0 tests in 0.000s\n\nOK", "Ran 0 tests in 0.000s"],
    ["?   \texample.com/a\t[no test files]", "?   \texample.com/a\t[no test files]"],
    ["==== 2 skipped in 0.01s ====", "==== 2 skipped in 0.01s ===="],
    ["\u001b[32mℹ tests 0\u001b[39m", "ℹ tests 0"],
  ])("ran nothing: %j", (output, line) => expect(nothingRan(output, "passed")).toBe(line))

  it.each([
    "ℹ tests 1\nℹ pass 1",
    "running 0 tests\n\nrunning 3 tests\ntest result: ok. 3 passed; 0 failed\n\nrunning 0 tests",
    "?   \texample.com/a\t[no test files]\nok  \texample.com/b\t0.003s",
    "ok  \texample.com/b\t(cached)",
    "Test Files  1 passed (1)\n     Tests  4 passed (4)",
    "make[1]: Nothing to be done for 'all'.\n./run-tests\nall well",
    "==== 1 passed, 2 skipped in 0.01s ====",
    "Ran 3 tests in 0.001s\n\nOK (skipped=1)",
    "ok 1 - adds\n1..1",
    "all well",
    "",
  ])("ran something, or does not say: %j", (output) => expect(nothingRan(output, "passed")).toBeNull())
})

describe("a test runner that always counts", () => {
  it.each(["pytest", "cd pkg && python3 -m pytest -q", "python3 -m unittest discover", "npx vitest run", "cargo test"])(
    "ran nothing that it told of where it did not: %s",
    (command) => {
      expect(nothingRan("loading\n", "passed", command)).toBe("it ended without a count of tests")
      expect(nothingRan("3 passed in 0.1s\n", "passed", command)).toBeNull()
    },
  )

  it.each([
    ["...   [100%]", "pytest -qq"],
    ["all well", "npm test"],
    ["all well", "node check.js"],
  ])("is not asked for a count that it does not print: %j of %s", (output, command) => {
    expect(nothingRan(output, "passed", command)).toBeNull()
  })
})

describe("a test command that failed", () => {
  it.each(["==== no tests ran in 0.01s ====", "No test files found, exiting with code 1"])(
    "found nothing to run: %j",
    (output) => expect(nothingRan(output, "failed")).toBe(output),
  )

  it.each(["Tests: 0 total\nTest suite failed to run", "ℹ tests 0\nSyntaxError: x", "no tests ran\n1 failed in 2s"])(
    "failed: %j",
    (output) => expect(nothingRan(output, "failed")).toBeNull(),
  )
})
