/** What an event begins, under an id that is used once in a log, on whatever branch. Law: identity. */
export type Begun = { kind: "turn" | "input" | "ask"; id: string }

/** The turn, input or ask that an event begins, if it begins one. */
export function begunBy(event: { type: string; turn?: string | undefined; data: object }): Begun | undefined {
  const { input, ask } = event.data as Record<string, unknown>
  switch (event.type) {
    case "turn.started":
      return begun("turn", event.turn)
    case "input.accepted":
      return begun("input", input)
    case "ask.opened":
      return begun("ask", ask)
    default:
      return undefined
  }
}

// A newer Holdfast may name it elsewhere: then nothing is known of it here.
function begun(kind: Begun["kind"], id: unknown): Begun | undefined {
  return typeof id === "string" ? { kind, id } : undefined
}
