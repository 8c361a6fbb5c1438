import type { NewEvent } from "../session/event.ts"
import type { OpenTool } from "../session/state.ts"
import { uuidv7 } from "../store/uuid.ts"
import type { Verdict } from "./permissions.ts"

/** Law: privilege. The question whether a call may run, bound to that call and its arguments. */
export function approval({ call, name, argumentsHash }: OpenTool, { reason, subject, details }: Verdict): NewEvent {
  return {
    type: "ask.opened",
    data: {
      ask: uuidv7(),
      kind: "approval",
      question: `May ${name} run? ${reason}.`,
      call,
      tool: name,
      subject,
      ...(argumentsHash ? { argumentsHash } : {}),
      details,
    },
  }
}
