import type { StopCode } from "../event/turn.ts"
import { noKeyTitle } from "./failure-words.ts"

/** How a turn ended, in words; `tone` rates the outcome, not the user. */
export type StopWords = { title: string; tone: "good" | "plain" | "warn" | "bad"; meaning: string }

/** Every way in which a turn ends. */
const words = {
  "completed-verified": {
    title: "Done and verified",
    tone: "good",
    meaning: "Checks passed after the last change.",
  },
  "completed-unverified": {
    title: "Done, not verified",
    tone: "warn",
    meaning: "No check shows that the change works.",
  },
  "completed-nothing-to-verify": {
    title: "Done, nothing to verify",
    tone: "good",
    meaning: "Nothing was changed that a check could verify.",
  },
  answered: { title: "Done", tone: "good", meaning: "" },
  "verification-budget-exhausted": {
    title: "Checks still fail",
    tone: "bad",
    meaning: "The checks failed, and the attempts to fix them are used up.",
  },
  contradicted: { title: "Not done", tone: "bad", meaning: "The facts contradict the answer." },
  "continuation-budget-exhausted": {
    title: "Stopped unfinished",
    tone: "warn",
    meaning: "The model did not complete the task after being asked to continue.",
  },
  "text-loop": { title: "The model repeated itself", tone: "bad", meaning: "The answer repeated the same text." },
  "tool-loop": {
    title: "Stuck in a loop",
    tone: "bad",
    meaning: "The model made the same calls with the same results.",
  },
  "tool-errors": { title: "Tools kept failing", tone: "bad", meaning: "Too many calls failed in a row." },
  "provider-refused": { title: "The model refused", tone: "bad", meaning: "The provider refused to answer this." },
  "provider-empty": { title: "Empty answer", tone: "bad", meaning: "The model sent empty answers." },
  "provider-failed": {
    title: "No answer from the model",
    tone: "bad",
    meaning: "The provider could not be reached, or kept failing.",
  },
  "auth-failed": {
    title: noKeyTitle,
    tone: "bad",
    meaning: "Set a valid API key, then resume.",
  },
  "context-overflow": {
    title: "Too large for the model",
    tone: "bad",
    meaning: "The conversation does not fit into the model's context, and could not be compacted further.",
  },
  "permission-denied": {
    title: "Not allowed",
    tone: "warn",
    meaning: "What the task needs was denied. Allow it, or ask for something else.",
  },
  crashed: { title: "Crashed", tone: "bad", meaning: "Holdfast crashed here several times." },
  "storage-failed": { title: "Could not save", tone: "bad", meaning: "Free some disk space, then resume." },
  "step-limit": { title: "Step limit reached", tone: "warn", meaning: "You can resume." },
  "token-budget": { title: "Token limit reached", tone: "warn", meaning: "You can resume." },
  "cost-budget": { title: "Cost limit reached", tone: "warn", meaning: "You can resume." },
  "time-limit": { title: "Time limit reached", tone: "warn", meaning: "You can resume." },
  cancelled: { title: "Stopped by you", tone: "plain", meaning: "Work so far is kept. You can resume." },
  superseded: { title: "Interrupted by a new message", tone: "plain", meaning: "" },
} as const satisfies Record<StopCode, StopWords>

/** The words of a stop; a code of a newer Holdfast is shown as it is. */
export function stopWords(code: string): StopWords {
  return code in words ? words[code as StopCode] : { title: code, tone: "plain", meaning: "" }
}
