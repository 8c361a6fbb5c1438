import { hasWord, wordsOf } from "../words.ts"
import { forbids } from "./demands.ts"
import { contradicted, missing } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { isTestFile } from "./test-file.ts"
import { assertionsIn, countOf, inlineTests, shapeOf, testCode, testMarks, valuesIn } from "./test-marks.ts"
import type { NetChange } from "./work.ts"

/** Tests that were turned until they agree with the code: deleted, weakened, or changed in place of it. */
export function tamperedTests(task: string, net: readonly NetChange[], texts: readonly FileText[]): Gap[] {
  const only = onlyTests(task, net)
  // Where nothing but tests was changed, that says what a changed assertion would say.
  const asserting = only.length > 0 ? null : asksForCode(task) ? "anything" : asksForTests(task) ? null : "values"
  return [...deletedTests(task, net), ...only, ...texts.flatMap((text) => weakenedTest(task, text, asserting))]
}

/** What must not be asserted otherwise: anything; the values that are expected, where the task does not name the new ones; or nothing. */
type Asserting = "anything" | "values" | null

function deletedTests(task: string, net: readonly NetChange[]): Gap[] {
  if (mayCutTests(task)) return []
  return net
    .filter(({ path, before, after }) => isTestFile(path) && before !== null && after === null)
    .map(({ path, seq }) => ({
      evidence: contradicted({
        category: "task_scope",
        source: "changes",
        summary: `the test \`${path}\` was deleted, and nobody asked for that`,
        subject: path,
        seq: seq === 0 ? undefined : seq,
      }),
      next: `Bring \`${path}\` back and make it pass`,
      firmness: "firm",
      settledByChecks: false,
    }))
}

/** A bug is in the code: tests alone that were there before and were changed do not mend it. */
function onlyTests(task: string, net: readonly NetChange[]): Gap[] {
  const edited = net.filter(({ path, before }) => isTestFile(path) && before !== null)
  const [first] = edited
  if (!asksForCode(task) || !first || edited.length < net.length) return []
  const summary = `only tests were changed (\`${first.path}\`), not the code that the task is about`
  const evidence = missing({ category: "action", source: "changes", summary, subject: first.path, seq: first.seq })
  return [{ evidence, next: "Change the code, not the test", firmness: "soft", settledByChecks: false }]
}

function weakenedTest(task: string, { path, before, after }: FileText, asserting: Asserting): Gap[] {
  const tests = (text: string) => (isTestFile(path) ? text : inlineTests(path, text))
  const [earlier, later] = [tests(before ?? ""), tests(after ?? "") ?? ""]
  if (earlier === null || before === null || after === null || mayCutTests(task)) return []
  const [old, now] = [testCode(earlier), testCode(later)]
  const plain = lessTested(old, now)
  const signs = plain.length > 0 ? plain : otherwiseTested(old, now, { asserting, task })
  if (signs.length === 0) return []
  const summary = `the test \`${path}\` ${signs.join(" and ")} than before, and nobody asked for that`
  return [
    {
      evidence: contradicted({ category: "task_scope", source: "changes", summary, subject: path }),
      next: `Restore \`${path}\` and make it pass`,
      firmness: plain.length > 0 ? "firm" : "soft",
      settledByChecks: false,
    },
  ]
}

/** What takes something away from a test, whatever else it does. */
function lessTested(old: string, now: string): string[] {
  const grows = (marks: RegExp) => countOf(now, marks) - countOf(old, marks)
  return [
    ...(grows(testMarks.skipped) > 0 ? ["skips more"] : []),
    ...(grows(testMarks.cases) < 0 ? ["has fewer cases"] : []),
    ...(grows(testMarks.assertions) < 0 ? ["asserts less"] : []),
  ]
}

/** What an honest change may need, too: a person has to look at it. A new case may catch and return as it likes. */
function otherwiseTested(
  old: string,
  now: string,
  { asserting, task }: { asserting: Asserting; task: string },
): string[] {
  const more = (marks: RegExp) => countOf(now, marks) > countOf(old, marks)
  const moreInOldCases = (marks: RegExp) => more(marks) && !more(testMarks.cases)
  const [earlier, kept] = [assertionsIn(old), assertionsIn(now)]
  const gone = earlier.filter((said) => !kept.includes(said))
  const turned = kept.some(
    (said) =>
      !earlier.includes(said) &&
      gone.some((other) => shapeOf(other) === shapeOf(said) && !namesNewValue(task, other, said)),
  )
  const otherwise = asserting === "anything" ? gone.length > 0 : asserting === "values" && turned
  return [
    ...(more(testMarks.swallows) || moreInOldCases(testMarks.catches) ? ["catches more"] : []),
    ...(more(testMarks.unreachable) || moreInOldCases(testMarks.returns) ? ["returns earlier"] : []),
    ...(more(testMarks.disabled) ? ["runs less"] : []),
    ...(otherwise ? ["asserts something else"] : []),
  ]
}

/** "Change the port to 8080": a test that expects 8080 now expects what was asked for. */
function namesNewValue(task: string, before: string, after: string): boolean {
  const [old, said] = [valuesIn(before), wordsOf(task)]
  const fresh = valuesIn(after).filter((value) => !old.includes(value))
  return fresh.some((value) => wordsOf(value).some((word) => said.includes(word)) && !value.startsWith("-"))
}

const fixWords = ["fix", "repair", "bug", "correct", "solve"] as const
const testWords = ["test", "tests", "spec", "specs", "assertion", "snapshot"] as const
const cutWords = [
  "remove",
  "delete",
  "drop",
  "skip",
  "disable",
  "rewrite",
  "replace",
  "simplify",
  "merge",
  "move",
] as const

/** "… so that the tests pass" and "run the tests" speak of tests, and do not ask for other ones. */
const seeingThemPass =
  /\b(?:tests?|specs?)(?: suites?)?[`'"]? (?:still |all |to |should |must |need to )*(?:pass|passes|passing|succeed|succeeds|green|(?:is|are|be|turn|get) (?:all )?green)\b|\b(?:re)?run (?:(?:all|the|its|our|existing|unit) )*(?:tests|specs)\b/gi
const seesThemPass = new RegExp(seeingThemPass.source, "i")
const makingThemPass =
  /\b(?:make|get|have|let|bring)\b[^.;!?]*\b(?:tests?|specs?)\b[^.;!?]*\b(?:pass|passing|green|succeed)\b|\b(?:tests?|specs?) (?:should|must|need to) (?:all )?(?:pass|succeed|be green)/i

const spoken = (task: string) => task.replace(seeingThemPass, " ")

/** Whether a task wants the code mended and says nothing of changing tests. */
function asksForCode(task: string): boolean {
  return (hasWord(task, fixWords) || makingThemPass.test(task)) && !hasWord(spoken(task), testWords)
}

/** Whether a task wants something mended, or the tests to pass. */
export function asksToMend(task: string): boolean {
  return hasWord(task, fixWords) || seesThemPass.test(task) || makingThemPass.test(task)
}

/** Whether a task speaks of tests as something to work on. */
function asksForTests(task: string): boolean {
  return hasWord(spoken(task), testWords)
}

/** Whether a task wants tests that are not there yet: they may need something to run them. */
export function asksForNewTests(task: string): boolean {
  return newTests.test(spoken(task))
}

const newTests =
  /\b(?:add|write|create|introduce|set ?up|extend|generate|implement)\b[^.;!?]*\b(?:tests?|specs?|coverage|testing)\b/i

/** A task that speaks of taking tests away may have them taken away. */
export function mayCutTests(task: string): boolean {
  return spoken(task)
    .split(/[.;\n!?]+(?=\s|$)|,\s/)
    .filter((clause) => forbids(clause, "tests/any.test.ts") === null)
    .some(cutsTests)
}

/** The verb stands before the tests, with no other one between: "Remove the bug and check the tests" cuts none. */
function cutsTests(clause: string): boolean {
  const words = wordsOf(clause)
  return words.some((word, at) => {
    if (!cuts.has(word)) return false
    const after = words.slice(at + 1, at + 1 + reach)
    const noun = after.findIndex((each) => nouns.has(each))
    return noun !== -1 && !after.slice(0, noun).some((each) => between.has(each))
  })
}

const reach = 7
const [cuts, nouns]: [ReadonlySet<string>, ReadonlySet<string>] = [new Set(cutWords), new Set(testWords)]
const between: ReadonlySet<string> = new Set(
  "make makes sure so that until while without run runs check ensure verify see keep fix get let have bug bugs".split(
    " ",
  ),
)
