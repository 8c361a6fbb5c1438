import type { ScriptStep } from "../../../src/index.ts"

type Call = NonNullable<ScriptStep["toolCalls"]>[number]

// What scripted models do in these tests, by its name.

export const calls = (...toolCalls: Call[]): ScriptStep => ({ toolCalls })
export const say = (text: string): ScriptStep => ({ text })
export const write = (path: string, content: string) => calls({ name: "write", arguments: { path, content } })
export const read = (path: string) => calls({ name: "read", arguments: { path } })
export const run = (command: string) => calls({ name: "bash", arguments: { command } })

/** Writes over a file that is there: it has to be read before. */
export const rewrite = (path: string, content: string) =>
  calls({ name: "read", arguments: { path } }, { name: "write", arguments: { path, content } })

/** Sets the list of things to do; those with an `x` are completed. */
export const list = (...items: readonly string[]) =>
  calls({
    name: "todo",
    arguments: {
      items: items.map((item) => ({
        text: item.replace(/^x /, ""),
        state: item.startsWith("x ") ? "completed" : "pending",
      })),
    },
  })

/** The question of a round of clarifying, and the brief that is written of its answer. */
export const question = (text: string, ...options: readonly string[]): ScriptStep => ({
  for: "clarify",
  toolCalls: [{ name: "ask", arguments: { question: text, options: [...options] } }],
})
export const brief = (...lines: readonly string[]): ScriptStep => ({ for: "clarify", text: lines.join("\n") })
export const plan = (...lines: readonly string[]): ScriptStep => ({ for: "plan", text: lines.join("\n") })

/** A brief that leaves a question open. */
export const openBrief = (outcome: string, ...questions: readonly string[]) =>
  brief("## Desired Outcome", `- ${outcome}`, "## Open Questions", ...questions.map((each) => `- ${each}`))

/** A brief in which nothing is left open. */
export const clearBrief = (about: { outcome: string; touchpoints: string; criterion: string }) =>
  brief(
    "## Desired Outcome",
    `- ${about.outcome}`,
    "## Non Goals",
    "- The command line stays as it is.",
    "## Decision Boundaries",
    "- Ask before a dependency is added.",
    "## Constraints",
    "- No new dependency.",
    "## Likely Touchpoints",
    `- ${about.touchpoints}`,
    "## Assumptions",
    "- The notes are plain text.",
    "## Acceptance Criteria",
    `- ${about.criterion}`,
  )
