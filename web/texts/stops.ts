import type { StopCode } from "../../src/session/event/turn.ts"

/** How a turn ended, in words; the tone is that of the fact, never of the person. */
export type StopWords = { title: string; tone: "good" | "plain" | "warn" | "bad"; meaning: string }

/** Every way in which a turn ends. */
const stopTexts = {
  "completed-verified": {
    title: "Done and verified",
    tone: "good",
    meaning: "The work is done, and checks that ran after the last change passed.",
  },
  "completed-nothing-to-verify": {
    title: "Done, nothing to verify",
    tone: "good",
    meaning: "The work is done, and nothing was changed that a check could prove.",
  },
  answered: { title: "Answered", tone: "good", meaning: "The question was answered; no file was changed." },
  "completed-unverified": {
    title: "Done, not verified",
    tone: "warn",
    meaning: "The model says that it is done, but what would prove it is missing.",
  },
  "verification-budget-exhausted": {
    title: "Checks still fail",
    tone: "bad",
    meaning: "The checks failed, and mending it did not help within the tries that it has.",
  },
  "continuation-budget-exhausted": {
    title: "Gave up going on",
    tone: "warn",
    meaning: "The work was not done, and being told to go on did not change that.",
  },
  "text-loop": { title: "Repeated itself", tone: "bad", meaning: "The model wrote the same over and over." },
  "tool-loop": {
    title: "Went in circles",
    tone: "bad",
    meaning: "The model made the same calls with the same results again and again.",
  },
  "tool-errors": { title: "Tools kept failing", tone: "bad", meaning: "Too many calls failed in a row." },
  "provider-refused": { title: "The model refused", tone: "bad", meaning: "The provider refused to answer this." },
  "provider-empty": {
    title: "No answer came",
    tone: "bad",
    meaning: "The model answered with nothing, more than once.",
  },
  "provider-failed": {
    title: "The provider failed",
    tone: "bad",
    meaning: "The provider could not be reached, or kept failing.",
  },
  "auth-failed": {
    title: "The key was refused",
    tone: "bad",
    meaning: "The provider does not accept the key. Set a valid one, then resume.",
  },
  "context-overflow": {
    title: "Too large for the model",
    tone: "bad",
    meaning: "The conversation does not fit into the model, and could not be made smaller.",
  },
  "permission-denied": {
    title: "Not allowed",
    tone: "warn",
    meaning: "What the work needs was denied. Allow it, or say another way.",
  },
  crashed: {
    title: "Crashed",
    tone: "bad",
    meaning: "The program ended in the middle of it, more than once. Nothing that was said is lost.",
  },
  "storage-failed": {
    title: "Could not be stored",
    tone: "bad",
    meaning: "The disk could not keep what happened. Make room, then resume.",
  },
  "step-limit": { title: "Step limit reached", tone: "warn", meaning: "It took as many steps as it may." },
  "token-budget": { title: "Token budget used up", tone: "warn", meaning: "It used as many tokens as it may." },
  "cost-budget": { title: "Cost budget used up", tone: "warn", meaning: "It cost as much as it may." },
  "time-limit": { title: "Time limit reached", tone: "warn", meaning: "It took as long as it may." },
  cancelled: {
    title: "Stopped by a person",
    tone: "plain",
    meaning: "What was done by then stays. It can be taken up again.",
  },
  superseded: {
    title: "Interrupted by a new message",
    tone: "plain",
    meaning: "Somebody said something else instead.",
  },
} as const satisfies Record<StopCode, StopWords>

/** The words of a stop; a code of a newer Holdfast speaks for itself. */
export function stopWords(code: string): StopWords {
  return code in stopTexts ? stopTexts[code as StopCode] : { title: code, tone: "plain", meaning: "" }
}
