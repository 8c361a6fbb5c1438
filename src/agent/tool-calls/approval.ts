import { clip } from "../../base/clip.ts"
import { factLine } from "../../permissions/explain-permission.ts"
import type { Access, AccessedPath } from "../../session/accessed-path.ts"
import type { NewEvent } from "../../session/event.ts"
import type { OpenTool } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import type { Verdict } from "./permit.ts"

/** Law: privilege. The question whether a call may run, bound to that call and its arguments. */
export function approval(
  { call, name, argumentsHash }: Pick<OpenTool, "call" | "name" | "argumentsHash">,
  access: Access,
  { reason, subject, lasting, details, wish }: Verdict,
  change = "",
): NewEvent {
  return {
    type: "ask.opened",
    data: {
      ask: uuidv7(),
      kind: "approval",
      question: `${actionOf(name, access)}${besides[wish ?? "nothing"]}? ${reason}.`,
      call,
      tool: name,
      subject,
      ...(lasting ? { rule: lasting } : {}),
      ...(argumentsHash ? { argumentsHash } : {}),
      details: change === "" ? details : `${details}\n${factLine("change", change)}`,
    },
  }
}

const besides = { "no-sandbox": " without the sandbox", network: " with the network", nothing: "" } as const

/** Names the command or the files, so that nothing is approved unseen. The details have them in full. */
function actionOf(name: string, access: Access): string {
  switch (access.kind) {
    case "none":
      return `Run ${name}`
    case "command":
      return `Run \`${clipped(access.command)}\``
    case "read":
      return `Read ${pathsOf(access)}`
    case "write":
      return `Write ${pathsOf(access)}`
    default:
      return access satisfies never
  }
}

const pathsOf = ({ places }: { places: readonly AccessedPath[] }) =>
  clipped([...new Set(places.map(({ shown }) => shown))].join(", "))

const longest = 240

function clipped(text: string): string {
  const line = text.replace(/\s+/g, " ").trim()
  if (line.length <= longest) return line
  return `${clip(line, longest + 1)} (and ${line.length - longest} characters more)`
}
