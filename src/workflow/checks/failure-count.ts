/** How many tests failed and ran, as far as the output of a test runner says so. */
export type FailureCount = { failed: number; of: number | null }

/** Reads the closing counts of common test runners; null where there are none, or nothing failed. */
export function failureCount(output: string): FailureCount | null {
  const text = output.replace(colours, "")
  for (const { line, total } of summaries) {
    const found = lastOf(text, line)?.groups
    if (!found) continue
    const failed = numberIn(found.failed) + numberIn(found.errors)
    if (failed === 0) return null
    const all = total ? lastOf(text, total)?.groups?.of : found.of
    const passed = found.passed ?? (line === mocha ? lastOf(text, passing)?.groups?.passed : undefined)
    const of = all !== undefined ? Number(all) : passed !== undefined ? Number(passed) + failed : null
    return { failed, of: of !== null && of >= failed ? of : null }
  }
  return null
}

/** The names of the tests that failed, as far as a common test runner prints them. */
export function failedTests(output: string): ReadonlySet<string> {
  const text = output.replace(colours, "")
  return new Set(failedNames.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name = ""]) => name)))
}

const failedNames: readonly RegExp[] = [
  /^(?:FAILED|ERROR) (\S+)(?: - .*)?$/gm,
  /^(?:FAIL|ERROR): (.+)$/gm,
  /^\s*✖ (.+?) \([\d.]+m?s\)$/gm,
  /^\s*not ok \d+ - (.+)$/gm,
  /^\s*● (.+ › .+)$/gm,
  /^\s*FAIL\s+(\S+ > .+)$/gm,
  /^test (\S+) \.\.\. FAILED$/gm,
  /^\s*--- FAIL: (\S+)/gm,
]

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with the escape character.
const colours = /\u001b\[[\d;]*m/g

const mocha = /^\s*(?<failed>\d+) failing$/gm
const passing = /^\s*(?<passed>\d+) passing\b/gm

/** The closing lines of test runners; the numbers of one run are on one line, unless the total has its own. */
const summaries: readonly { line: RegExp; total?: RegExp }[] = [
  { line: /^(?:ℹ |# )fail (?<failed>\d+)$/gm, total: /^(?:ℹ |# )tests (?<of>\d+)$/gm },
  { line: /\btest result: FAILED\. (?<passed>\d+) passed; (?<failed>\d+) failed/g },
  {
    line: /^FAILED \((?=\w)(?:failures=(?<failed>\d+))?(?:, )?(?:errors=(?<errors>\d+))?/gm,
    total: /^Ran (?<of>\d+) tests?\b/gm,
  },
  { line: /^Tests:\s.*?\b(?<failed>\d+) failed\b.*?\b(?<of>\d+) total\b/gm },
  { line: /^\s*Tests\s+(?<failed>\d+) failed\b.*\((?<of>\d+)\)/gm },
  { line: /\bTests run: (?<of>\d+), Failures: (?<failed>\d+)(?:, Errors: (?<errors>\d+))?/g },
  { line: /^Tests: (?<of>\d+),.*\bFailures: (?<failed>\d+)/gm },
  { line: /\b(?<of>\d+) examples?, (?<failed>\d+) failures?\b/g },
  { line: mocha },
  // Of pytest, of simple runners, and of our own summaries.
  {
    line: /^\W*(?<failed>\d+) (?:of (?<of>\d+) |tests? )?(?:failed|failures?)(?:, (?<passed>\d+) passed)?(?=$|[.,:|]|\s+(?:in\b|=|\())/gm,
  },
]

/** A runner prints its summary last. */
const lastOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].at(-1)

const numberIn = (digits: string | undefined) => Number(digits ?? 0)
