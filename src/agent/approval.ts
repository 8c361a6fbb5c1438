import { factLine } from "../permissions/explain.ts"
import type { Access } from "../session/access.ts"
import type { NewEvent } from "../session/event.ts"
import type { OpenTool } from "../session/state.ts"
import { uuidv7 } from "../store/uuid.ts"
import type { Verdict } from "./permissions.ts"

/** Law: privilege. The question whether a call may run, bound to that call and its arguments. */
export function approval(
  { call, name, argumentsHash }: OpenTool,
  access: Access,
  { reason, subject, details }: Verdict,
  change = "",
): NewEvent {
  return {
    type: "ask.opened",
    data: {
      ask: uuidv7(),
      kind: "approval",
      question: `May ${deedOf(name, access)}? ${reason}.`,
      call,
      tool: name,
      subject,
      ...(argumentsHash ? { argumentsHash } : {}),
      details: change === "" ? details : `${details}\n${factLine("change", change)}`,
    },
  }
}

/** Nobody approves what they are not told: the command, or the files. The details have all of it. */
function deedOf(name: string, access: Access): string {
  switch (access.kind) {
    case "none":
      return `${name} run`
    case "command":
      return `${name} run \`${clipped(access.command)}\``
    // Their tools are named by what they do.
    case "read":
    case "write":
      return `it ${access.kind} ${clipped([...new Set(access.places.map(({ shown }) => shown))].join(", "))}`
    default:
      return access satisfies never
  }
}

const longest = 240

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  if (line.length <= longest) return line
  return `${line.slice(0, longest)}… (and ${line.length - longest} characters more)`
}
