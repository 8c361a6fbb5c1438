import { clippedLine } from "../../base/clip.ts"
import type { PushedBack } from "../../session/view/push-backs.ts"
import type { Facts } from "./facts.ts"

/** Each reason to send the model back to work, by the code that the timeline keeps, and how often in a turn. */
const pushBackLimits = {
  verification_failed_reentry: 3,
  pending_items_continue: 1,
  premature_completion_nudge: 1,
} as const

type PushBackCode = keyof typeof pushBackLimits

export type PushBack = {
  code: PushBackCode
  /** For people: what comes after "Asked to continue: ". */
  summary: string
  /** For the model, word for word. */
  message: string
}

/** What a weak model said and was asked, looked at. */
export type WeakAnswer = {
  /** Paths that the answer or the task names and that do not exist. */
  missing: readonly string[]
  /** The answer reads like an announcement or a claim of work. Selects a neutral question, and never a verdict. */
  readsLikeWork: boolean
}

/**
 * The push-back that is due, if one is: the whole list of design section 9. Each is a true sentence about facts. An answer
 * after a push-back is final unless something was done since. `sent` are those of the turn so far.
 */
export function pushBackDue(
  facts: Facts,
  sent: ReadonlyMap<string, PushedBack>,
  { weak, fixes = pushBackLimits.verification_failed_reentry }: { weak: WeakAnswer | null; fixes?: number },
): PushBack | null {
  const isLeft = (code: PushBackCode, limit: number = pushBackLimits[code]) => {
    const { times, actedSince } = sent.get(code) ?? { times: 0, actedSince: true }
    return times < limit && actedSince
  }
  if (facts.open.length > 0 && isLeft("pending_items_continue")) return openItems(facts.open)
  if (weak && isLeft("premature_completion_nudge")) {
    if (weak.missing.length > 0) return missingFiles(weak.missing)
    if (weak.readsLikeWork && !facts.isPutBack && facts.files.length === 0 && facts.commands === 0) return nothingDone
  }
  const failed = facts.results.filter(({ status, isOld, isKnown }) => status === "failed" && !(isOld && isKnown))
  return failed.length > 0 && isLeft("verification_failed_reentry", fixes) ? failedChecks(failed) : null
}

const room = { line: 200, items: 5, failures: 3, files: 3 } as const

function openItems(open: readonly string[]): PushBack {
  const more = open.length - room.items
  return {
    code: "pending_items_continue",
    summary: open.length === 1 ? "1 item of its list is open" : `${open.length} items of its list are open`,
    message: [
      "[PENDING WORK REMAINS] Your list has open items:",
      ...open.slice(0, room.items).map((text) => `- ${oneLine(text)}`),
      ...(more > 0 ? [`- and ${more} more`] : []),
      "Finish them and mark each as completed, or take off the list what is not needed. If they are to stay open, say why.",
    ].join("\n"),
  }
}

function missingFiles(paths: readonly string[]): PushBack {
  const named = paths.slice(0, room.files).map((path) => `\`${oneLine(path)}\``)
  const sentence = `${named.join(", ")} ${named.length === 1 ? "does" : "do"} not exist`
  return {
    code: "premature_completion_nudge",
    summary: sentence,
    message: `[COMPLETION CHECK] ${sentence}. If something is left to do, do it now; otherwise give your final answer.`,
  }
}

const nothingDone: PushBack = {
  code: "premature_completion_nudge",
  summary: "no file was changed and no command was run",
  message:
    "[COMPLETION CHECK] No file was changed and no command was run. If something is left to do, do it now; otherwise give your final answer.",
}

function failedChecks(failed: Facts["results"]): PushBack {
  return {
    code: "verification_failed_reentry",
    summary: failed
      .map(({ check, summary }) => oneLine(`\`${check.command}\` failed${inBrackets(summary)}`))
      .join("; "),
    message: [
      "[DEFINITION OF DONE CHECK FAILED]",
      ...failed
        .slice(0, room.failures)
        .map(({ check, summary }) => `FAIL \`${check.command}\`: ${oneLine(summary ?? "no output", 3 * room.line)}`),
      "If your work causes this, fix it; the checks run again when you answer. If it does not, say so.",
    ].join("\n"),
  }
}

const inBrackets = (summary: string | null) => {
  const [first = ""] = (summary ?? "").split(":")
  return first === "" ? "" : ` (${first})`
}

/** A text on one line, cut where it is too long. */
export function oneLine(text: string, limit: number = room.line): string {
  return clippedLine(text, limit)
}
