import type { EventData } from "../event.ts"

/**
 * The title of an ask where its details are shown below it. An approval of a command is then asked for without the
 * command, which the details have in full. A fact starts a line; its further lines are indented.
 */
export function askTitle(kind: EventData<"ask.opened">["kind"], question: string, details: string): string {
  if (kind !== "approval" || !/^command=/m.test(details)) return question
  const reason = /^reason=(.*(?:\n {2}.*)*)$/m.exec(details)?.[1]?.replace(/\s+/g, " ")
  return reason ? `Run this command? ${reason}.` : "Run this command?"
}
