import type { Scenario } from "../scenario.ts"
import { send, story } from "./step.ts"

/** Answers without a tool. */
export const answers: readonly Scenario[] = [
  {
    name: "plain answer",
    script: [{ reasoning: "A simple one.", text: "Forty-two.", usage: { input: 9, output: 3 } }],
    person: [send("What is six times seven?")],
  },
  {
    name: "streamed answer",
    script: [{ text: story(3000), chunkChars: 100, chunkDelayMs: 8, usage: { input: 9, output: 40 } }],
    person: [send("Tell me a long story")],
  },
]

/** Providers that fail. */
export const failures: readonly Scenario[] = [
  {
    name: "server error",
    script: [
      { text: "I beg", error: { status: 503, message: "Overloaded, retry in 0.1s", afterChars: 5 } },
      { error: { status: 500, message: "Down, retry in 0.1s" } },
      { text: "Back again." },
    ],
    person: [send("Are you there?")],
  },
  {
    name: "rate limit",
    script: [{ error: { status: 429, message: "Please try again in 1s" } }, { text: "Now I may." }],
    person: [send("Quick, quick")],
  },
  {
    name: "no answer for good",
    script: [{ error: { status: 401, message: "wrong key" } }],
    person: [send("Are you there?")],
  },
]
