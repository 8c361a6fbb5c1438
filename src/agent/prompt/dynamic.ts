import type { ToolFormat } from "../../models/contract.ts"
import type { PermissionMode, WorkflowMode } from "../../session/event/common.ts"
import { clipped } from "../../workflow/outline/block.ts"
import { modeGuidance } from "./mode-guidance.ts"
import { boundary, type Section, section } from "./section.ts"

export type Dynamic = {
  workspace: string
  permissionMode: PermissionMode
  format: ToolFormat
  mode: WorkflowMode
  task: string | null
  brief: boolean
  /** What is remembered of the project, in short. */
  memory: string | null
  /** What this one call is for, where it is no step of the work, and the only tools that it may use. */
  assignment?: { instructions: string; tools: readonly string[] } | undefined
}

/** How much of the task is repeated here: the whole of it is the first message. In UTF-16 units. */
const taskText = { brief: 500, usual: 2_000 } as const

/** The part that may differ from request to request. It has no dates: a cache would miss each day. Pure. */
export function dynamicSectionsOf(facts: Dynamic): Section[] {
  const { workspace, permissionMode, format, mode, task, brief, memory, assignment } = facts
  const shown = task === null ? "" : `\nCurrent task: ${clipped(task, brief ? taskText.brief : taskText.usual)}`
  return [
    ...section(
      "runtime",
      `${boundary}\n\n## Runtime\n\nWorkspace: ${workspace}\nPermission mode: ${permissionMode}\nTool format: ${format}`,
    ),
    ...section("workflow", `## Workflow\n\nMode: ${mode}${shown}`),
    ...section("mode-guidance", modeGuidance[mode]),
    ...section("memory", memory),
    ...section("assignment", assignment ? assigned(assignment) : null),
  ]
}

function assigned({ instructions, tools }: NonNullable<Dynamic["assignment"]>): string {
  const allowed =
    tools.length === 0
      ? "No tool can be called now: answer in text."
      : `Only this can be called now: ${tools.join(", ")}.`
  return `## Now\n\n${instructions}\n\n${allowed}`
}
