import { hasWord } from "../words.ts"
import { forbids } from "./demands.ts"
import { contradicted, missing } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { isTestFile } from "./test-file.ts"
import { assertionsIn, countOf, testCode, testMarks } from "./test-marks.ts"
import type { NetChange } from "./work.ts"

/** Tests that were turned until they agree with the code: deleted, weakened, or changed in place of it. */
export function tamperedTests(task: string, net: readonly NetChange[], texts: readonly FileText[]): Gap[] {
  const only = onlyTests(task, net)
  // Where nothing but tests was changed, that says what a changed assertion would say.
  const asserting = asksForCode(task) && only.length === 0
  return [...deletedTests(task, net), ...only, ...texts.flatMap((text) => weakenedTest(task, text, { asserting }))]
}

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

function weakenedTest(task: string, { path, before, after }: FileText, { asserting }: { asserting: boolean }): Gap[] {
  if (!isTestFile(path) || before === null || after === null || mayCutTests(task)) return []
  const [old, now] = [testCode(before), testCode(after)]
  const plain = lessTested(old, now)
  const signs = plain.length > 0 ? plain : otherwiseTested(old, now, { asserting })
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
function otherwiseTested(old: string, now: string, { asserting }: { asserting: boolean }): string[] {
  const more = (marks: RegExp) => countOf(now, marks) > countOf(old, marks)
  const moreInOldCases = (marks: RegExp) => more(marks) && !more(testMarks.cases)
  const kept = assertionsIn(now)
  const gone = assertionsIn(old).some((said) => !kept.includes(said))
  return [
    ...(more(testMarks.swallows) || moreInOldCases(testMarks.catches) ? ["catches more"] : []),
    ...(more(testMarks.unreachable) || moreInOldCases(testMarks.returns) ? ["returns earlier"] : []),
    ...(asserting && gone ? ["asserts something else"] : []),
  ]
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
  /\b(?:tests?|specs?)[`'"]? (?:still |all |to )?(?:pass|passes|passing|succeed|succeeds|(?:is|are) green)\b|\b(?:re)?run (?:(?:all|the|its|our|existing|unit) )*(?:tests|specs)\b/gi

/** Whether a task wants the code mended and says nothing of changing tests. */
function asksForCode(task: string): boolean {
  return hasWord(task, fixWords) && !hasWord(task.replace(seeingThemPass, " "), testWords)
}

/** A task that speaks of taking tests away may have them taken away. */
function mayCutTests(task: string): boolean {
  return task
    .split(/[.;\n!?]+(?=\s|$)|,\s/)
    .filter((clause) => forbids(clause, "tests/any.test.ts") === null)
    .some((clause) => hasWord(clause, testWords) && hasWord(clause, cutWords))
}
