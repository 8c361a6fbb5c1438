import type { Evidence, Strength } from "../../session/event/common.ts"
import { atLeast } from "../checks/strength.ts"
import { endsRunning, leavesRunning, mayChangeTests } from "./command.ts"
import { missing } from "./evidence.ts"
import type { CompletionInput, WorkAction } from "./input.ts"
import { asksForNewTests, mayCutTests } from "./tampered-test.ts"
import type { Work } from "./work.ts"

/**
 * What commands did where nobody watched. Checks of the whole project see it, those of single files do not; and what may
 * have been done to the tests, no test sees.
 */
export function unseenChanges({ task }: Pick<CompletionInput, "task">, work: Work, strength: Strength): Evidence[] {
  const isSeen = ({ command }: WorkAction) =>
    atLeast(strength, "builds") && (command === null || mayTouchTests(task) || !mayChangeTests(command))
  return work.uncovered.filter((action) => !isSeen(action)).map(unseen)
}

const mayTouchTests = (task: string) => mayCutTests(task) || asksForNewTests(task)

/** What is not, or may not stay, as the checks have seen it. */
export function stillOpen({
  task,
  actions,
  aftermath,
}: Pick<CompletionInput, "task" | "actions" | "aftermath">): Evidence[] {
  const { altered = [], running = [], retouched = [] } = aftermath ?? {}
  const found = (summary: string, subject: string) =>
    missing({ category: "verification", source: "checks", summary, subject })
  return [
    ...altered.map((path) => found(`a check of \`${path}\` as it is now: it is no longer what was checked`, path)),
    ...(mayTouchTests(task) ? [] : retouched).map((path) =>
      found(`what was changed in the test \`${path}\`, where nobody watched`, path),
    ),
    ...[...new Set([...running, ...left(actions)])].map((command) =>
      found(`the end of \`${command}\`, which still runs and may change what was checked`, command),
    ),
  ]
}

/** What a command left behind it in the background, unless a later one ended it. */
function left(actions: readonly WorkAction[]): string[] {
  return actions.flatMap(({ command, seq }) => {
    const ended = actions.some((other) => other.seq > seq && other.command !== null && endsRunning(other.command))
    return command !== null && leavesRunning(command) && !ended ? [command] : []
  })
}

function unseen({ command, tool, seq }: WorkAction): Evidence {
  const what = command === null ? tool : `\`${command}\``
  const summary = `what ${what} changed`
  return missing({ category: "action", source: "commands", summary, subject: command ?? tool, seq })
}
