import type { Scenario } from "../scenario.ts"
import { calls, send, story } from "./step.ts"

/** Slower ones, for the whole matrix and for tests of their own. */
export const slow: readonly Scenario[] = [
  {
    name: "command of two seconds",
    script: [
      calls([
        "bash",
        { command: "for tick in 1 2 3 4 5 6 7 8 9 10; do echo $tick >> ticks.txt; sleep 0.2; done; echo counted" },
      ]),
      { text: "It has counted." },
    ],
    person: [send("Count")],
  },
  {
    name: "long answer",
    script: [{ text: story(12_000), chunkChars: 500, chunkDelayMs: 5 }],
    person: [send("Tell me a very long story")],
  },
  {
    name: "instant answer",
    script: [{ text: story(12_000), chunkChars: 20 }],
    person: [send("Tell me a very long story")],
  },
  {
    name: "answer beyond the time limit",
    timeMs: 1_200,
    script: [{ text: story(12_000), chunkChars: 20, chunkDelayMs: 10 }],
    person: [send("Tell me a very long story")],
  },
  {
    name: "counter",
    script: [
      calls(["bash", { command: "for tick in $(seq 30); do echo $tick >> ticks.txt; sleep 0.1; done; echo counted" }]),
      { text: "It has counted." },
    ],
    person: [send("Count")],
  },
]
