import type { Prompt } from "../clarify/clarify-prompt.ts"
import { groundingLines, type TaskGrounding } from "../clarify/grounding.ts"
import { block, clipped } from "../outline/block.ts"
import { separator } from "./plan.ts"

/** The call that writes the plan and how it will be proven. */
export function planPrompt(input: {
  task: string
  briefText: string | null
  grounding: TaskGrounding | null
  /** Commands that the project itself has for checking. */
  checks: readonly string[]
  /** What the brief left open. */
  openQuestions: readonly string[]
  /** The plan that the person rejected, and what they said to it. */
  rejected: { planText: string; words: string } | null
}): Prompt {
  const list = (items: readonly string[]) => items.map((item) => `- ${item}`).join("\n")
  return {
    instructions: [
      "Plan the work. Do not do it yet. Answer in markdown, in two parts:",
      "",
      "# Implementation Plan",
      "## File Changes (one bullet for each file, with what changes in it)",
      "## Execution Order (at most 8 numbered steps)",
      "## Risks (what may go wrong)",
      separator,
      "# Verification Plan",
      "## Acceptance Criteria (what can be checked in the end)",
      "## Verification Commands (shell commands in a code block, one a line, that fail if the work is wrong)",
      "## Notes (what a person has to look at)",
      "",
      "Name real files and commands only. A command that always passes, like echo, proves nothing: leave it out.",
    ].join("\n"),
    message: [
      block("Task", clipped(input.task)),
      block("Brief", clipped(input.briefText ?? "")),
      block("Workspace", groundingLines(input.grounding).join("\n")),
      block("Checks that the project has", list(input.checks)),
      block("Still open", list(input.openQuestions)),
      block("Rejected plan", clipped(input.rejected?.planText ?? "")),
      block("The person rejected it. Write another one, as they say", clipped(input.rejected?.words ?? "")),
    ]
      .filter((text) => text !== "")
      .join("\n\n"),
  }
}
