import type { Answer } from "../../agent/agent.ts"
import { oneLine } from "../../base/plain-words.ts"

export function answerWords({ answer, scope = "once", choice, text = "" }: Answer): string {
  switch (answer) {
    case "approve":
      return approvals[scope]
    case "deny":
      return text === "" ? "Denied" : `Denied: ${oneLine(text)}`
    case "choice":
      return `Answered: ${oneLine(choice ?? "")}`
    case "text":
      return `Answered: ${oneLine(text)}`
    default:
      return answer satisfies never
  }
}

const approvals = { once: "Approved once", session: "Approved for this session", always: "Approved always" } as const
