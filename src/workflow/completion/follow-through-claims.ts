import type { Evidence } from "../../session/event/common.ts"
import { hasWord, wordsOf } from "../words.ts"
import { type Claim, claimsIn } from "./claims.ts"
import { looksOnly } from "./command.ts"
import { context, contradicted, missing, supporting } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { CompletionInput } from "./input.ts"
import { samePath } from "./test-file.ts"
import { isEmptyish, sentencesOf, verbsOfChange } from "./words.ts"
import { changeOf, isDirectoryMade, type Work } from "./work.ts"

/** What an answer is held against. */
export type Case = {
  input: CompletionInput
  work: Work
  /** The checks on offer would show something of what was changed. */
  checkable: boolean
}

/** What the log shows of a claim: evidence for it, or the gap that it leaves. */
export type Judged = Gap | Evidence

/** Holds every claim of the answer against the log. */
export function judgeClaims(held: Case): Judged[] {
  return claimsIn(held.input.answer).flatMap((claim) => judgeClaim(claim, held))
}

/**
 * What an answer to a question says that the agent did, and the log does not show: the explanation of a program tells of
 * files and results, too, but not in the first person.
 */
export function falseClaims(held: Case): Judged[] {
  const { answer, earlier, task } = held.input
  // "Done." takes nothing back of what was said before it.
  const said = [...earlier, answer].findLast((text) => !isEmptyish(text)) ?? answer
  const asksForRuns = hasWord(task, ["test", "tests", "build", "lint", "pass", "passing", "green"])
  return claimsIn(said)
    .filter((claim) => tellsOfItself(claim.said) || (asksForRuns && claim.of === "result"))
    .flatMap((claim) => judgeClaim(claim, held))
    .map((judged) => ("next" in judged ? { ...judged, firmness: "soft" as const } : judged))
}

const itself: ReadonlySet<string> = new Set(["i", "i've", "we", "we've"])

function tellsOfItself(said: string): boolean {
  const words = wordsOf(said)
  return words.slice(0, 8).some((word) => itself.has(word)) || verbsOfChange.past.has(words[0] ?? "")
}

/** Whether an answer says that its author did something, or no more than that it is done. */
export function tellsOfDeed(answer: string): boolean {
  if (isEmptyish(answer)) return true
  return sentencesOf(answer).some(
    (said) => tellsOfItself(said) && wordsOf(said).some((word) => verbsOfChange.past.has(word)),
  )
}

function judgeClaim(claim: Claim, held: Case): Judged[] {
  switch (claim.of) {
    case "file":
      return judgeFile(claim, held)
    case "result":
      return judgeResult(claim, held)
    case "command":
      return judgeCommand(claim, held)
    default:
      return claim satisfies never
  }
}

function judgeFile({ path, deed, said }: Extract<Claim, { of: "file" }>, { input, work }: Case): Judged[] {
  const { actions } = input
  const change = changeOf(work, path)
  const moved = change?.after === null && /\b(?:renamed|moved)\b/i.test(said)
  if (change && ((deed === "deleted") === (change.after === null) || moved)) {
    return [
      supporting({
        category: "action",
        source: "tools",
        summary: `\`${path}\` was ${deed}`,
        subject: path,
        seq: change.seq,
      }),
    ]
  }
  if (!change && deed !== "deleted" && isDirectoryMade(work, path)) return []
  const about = { category: "response", source: "answer", subject: path, detail: said } as const
  const next = deed === "deleted" ? `Delete \`${path}\`` : `Write \`${path}\`, or do not claim it`
  const claimGap = (summary: string, firmness: Gap["firmness"], seq?: number): Gap[] => [
    { evidence: contradicted({ ...about, summary, seq }), next, firmness, settledByChecks: false },
  ]
  if (change) {
    return claimGap(
      deed === "deleted" ? `\`${path}\` is still there` : `\`${path}\` does not exist any more`,
      "firm",
      change.seq,
    )
  }
  const tried = actions.findLast(({ paths, status }) => status !== "ok" && paths.some((named) => samePath(named, path)))
  if (tried)
    return claimGap(
      `the answer says that \`${path}\` was ${deed}, but the call ended ${tried.status}`,
      "firm",
      tried.seq,
    )
  const putBack = actions.findLast(({ changed }) => changed.some((each) => samePath(each.path, path)))
  if (putBack)
    return claimGap(`the answer says that \`${path}\` was ${deed}, but it is as it was before`, "firm", putBack.seq)
  const summary = `the answer says that \`${path}\` was ${deed}, but no change of it is recorded`
  return claimGap(summary, work.uncovered.length > 0 ? "soft" : "firm")
}

/** "The tests pass" is so when they ran after the last change, and passed. */
function judgeResult({ kind, said }: Extract<Claim, { of: "result" }>, { work, checkable }: Case): Judged[] {
  const runs = work.runs.filter(({ proof, command }) => (kind === "any" ? !looksOnly(command) : proof?.kind === kind))
  const last = runs.at(-1) && runs.reduce((newest, run) => (run.seq >= newest.seq ? run : newest))
  const what = kind === "any" ? "a check" : `a ${kind} run`
  const about = {
    category: "verification",
    source: "answer",
    subject: last?.command,
    detail: said,
    seq: last?.seq,
  } as const
  const next = kind === "test" ? "Run the tests and read the result" : `Run ${what} and read the result`
  const open = (evidence: Evidence): Judged[] => [{ evidence, next, firmness: "firm", settledByChecks: checkable }]
  if (!last) return open(missing({ ...about, summary: `${what}: the answer says that it passed, but none was run` }))
  const name = `\`${last.command}\``
  if (!last.passed)
    return open(contradicted({ ...about, summary: `the answer says that it passes, but ${name} failed` }))
  if (last.proof === null) return open(missing({ ...about, summary: `${name} passes whatever the work is like` }))
  if (last.seq < work.lastChange)
    return open(missing({ ...about, summary: `${name} ran before the last change: a run after it` }))
  return [
    supporting({
      ...about,
      category: "verification",
      source: "commands",
      summary: `${name} passed after the last change`,
    }),
  ]
}

function judgeCommand({ command, said }: Extract<Claim, { of: "command" }>, { work, checkable }: Case): Judged[] {
  const ran = work.runs.find((run) => run.command.includes(command))
  if (ran)
    return [
      context({
        category: "action",
        source: "commands",
        summary: `\`${ran.command}\` was run`,
        subject: command,
        seq: ran.seq,
      }),
    ]
  if (!/\s|^[a-z][\w-]*$/.test(command)) return []
  const summary = `the answer says that \`${command}\` was run, but it was not`
  const evidence = contradicted({ category: "response", source: "answer", summary, subject: command, detail: said })
  return [{ evidence, next: `Run \`${command}\``, firmness: "firm", settledByChecks: checkable }]
}
