import { checkKeys } from "./same-check.ts"

/** How the summary of a check begins that ran no test. */
export const noTestRan = "no test ran"

/**
 * The line by which a test command says that it ran no test; null where something ran, or it says nothing of it. One
 * that fails because it finds no test says nothing of the work either.
 */
export function nothingRan(output: string, ended: "passed" | "failed", command = ""): string | null {
  const lines = output
    .split("\n")
    .map((line) => line.replace(colours, "").trim())
    .filter((line) => line !== "")
  const saying = (patterns: readonly RegExp[]) => lines.find((line) => patterns.some((pattern) => pattern.test(line)))
  if (ended === "failed") return saying(something) === undefined ? (saying(noneFound) ?? null) : null
  if (lines.length > 0 && lines.every((line) => madeNothing.test(line))) return lines[0] ?? null
  const counted = saying(something)
  const said = counted === undefined ? saying([...noneFound, ...none]) : undefined
  const isCutShort = counted === undefined && countsTests(command) && saying(wholeRun) === undefined
  return said ?? saying(allSkipped) ?? (isCutShort ? "it ended without a count of tests" : null)
}

/** Whether a command is a test runner that ends every run with a count: without one, the process ended before. */
const countsTests = (command: string) =>
  checkKeys(command).some((key) => /^\S* (?:pytest|unittest|vitest|jest)(?: |$)|^\S* cargo .*\btest\b/.test(key))
/** How pytest ends with options that make it print next to nothing. */
const wholeRun = [/\[100%\]$/] as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colours are made of.
const colours = /\u001b\[[\d;]*m/g

const madeNothing =
  /^g?make(?:\[\d+\])?: (?:.* is up to date\.|Nothing to be done for .*|(?:Entering|Leaving) directory .*)$/

const noneFound = [/\bno tests ran\b/i, /\bno test(?: file| suite)?s? (?:were |was )?found\b/i] as const

const none = [
  /^(?:ℹ |# )?tests:? 0$/,
  /^tests:\s+0 total/i,
  /^running 0 tests$/,
  /^Ran 0 tests\b/,
  /^0 (?:passing|tests?|examples?|specs?)\b/,
  /^collected 0 items$/,
  /\[no test(?:s to run| files)\]/,
  /\bno tests? (?:to run|collected|executed|specified|matched)\b/i,
  /\btotal tests: 0\b/i,
] as const

/** Tests were found, and not one of them was run. */
const allSkipped = [/^(?:ℹ |# )pass 0$/, /^=+ (?:\d+ (?:skipped|deselected|xfailed)(?:, )?)+ in [\d.]+s/] as const

/** A count that is not 0. */
const something = [
  /\b(?:tests?|pass|passed|passing|ran|running)[:\s]+(?:\d+ [a-z]+[,;] )*[1-9]\d*\b/i,
  /\b[1-9]\d*\s+(?:tests?|specs?|examples?|assertions?|checks?|passed|passing|ok|failed|failing|errors?)\b/i,
  /^(?:ok|not ok) \d+/,
  /^ok\s+\S+\s+(?:[\d.]+s|\(cached\))(?!.*\[no test)/,
] as const
