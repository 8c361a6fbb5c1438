import type { CheckState } from "../../session/state.ts"
import { provenBy } from "../checks/placeholder.ts"
import type { CompletionInput } from "./input.ts"
import { asksToMend } from "./tampered-test.ts"

type Told = Pick<CompletionInput, "task" | "answer" | "actions" | "facts">

/**
 * Whether a check failed before the work, too: the model says so, or its own run of the same sort did before it changed
 * anything. Then it is not pressed to mend what is not its task; the work stays unproven all the same.
 */
export function isOldFailure(told: Told, failed: readonly CheckState[]): boolean {
  const { task, answer } = told
  if (saysOld(task, answer) && !better.test(answer)) return true
  return !asksToMend(task) && failed.every((check) => failedBefore(told, check))
}

function failedBefore({ actions, facts }: Told, { command: check, kind }: CheckState): boolean {
  const first = actions.find(({ changed, uncovered }) => changed.length > 0 || uncovered)?.seq ?? 0
  return actions.some(({ command, exitCode, seq }) => {
    if (command === null || exitCode === null || exitCode === 0 || seq >= first) return false
    return command.trim() === check || (kind === "test" && provenBy(command, facts ?? undefined)?.kind === "test")
  })
}

/** Whether a sentence speaks of a check that fails, and has failed for longer than the work. */
function saysOld(task: string, answer: string): boolean {
  const since = asksToMend(task) ? notMine : [...notMine, ...earlier]
  return answer
    .split(/[.!?](?=\s|$)|\n/)
    .some((said) => [checks, fails].every((each) => each.test(said)) && since.some((each) => each.test(said)))
}

const checks = /\b(?:tests?|specs?|suite|checks?|build|lint\w*|typecheck|npm|pytest|cargo|make)\b/i
const fails = /\b(?:fail\w*|broken|breaks)\b/i
/** In a task to mend something, what failed before is what was to be mended: only these say that it is something else. */
const notMine = [/\bpre-?existing\b/i, /\bunrelated\b/i, /\bbefore (?:my|this|the|these) (?:changes?|work|edits?)\b/i]
const earlier = [/\b(?:before|already|previously|beforehand)\b/i]
/** "It failed before and passes now" speaks of what was mended. */
const better = /\bnow pass\w*|\bpass\w* now\b|\btests? (?:all )?pass\b|\bno longer fails?\b|\bpasses\b/i
