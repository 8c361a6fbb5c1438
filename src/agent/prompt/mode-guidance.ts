import type { WorkflowMode } from "../../session/event/common.ts"

/** What a mode asks of the model. */
export const modeGuidance = {
  clarify: `## Clarify Mode

- Find out what the person wants before any work starts.
- Ask one question at a time, and only what the workspace and the earlier answers do not answer.
- Change nothing yet.`,
  plan: `## Plan Mode

- Write how the work is to be done and how it will be proven, before it is done.
- Name real files and real commands.
- Change nothing yet: the work starts when the plan is approved.`,
  execute: `## Execute Mode

- Do the work. A plan is your guide: leave it where the code shows a better way, and say so.
- Check what you changed with the project's own commands before you say that it is done.`,
  verify: `## Verify Mode

- What was done is being proven. Look at what the checks say, not at what you meant.
- When a check fails, fix the work, never the check.
- Say what is not proven.`,
  explore: `## Explore Mode

- Only look: nothing is to be changed.
- Answer the question, with the files and lines that show it.
- Say what you did not find.`,
} as const satisfies Record<WorkflowMode, string>
