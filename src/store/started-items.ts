/** What an event begins, under an id that is used once in a log, on whatever branch. Law: identity. */
export type StartedItem = { kind: "turn" | "input" | "ask"; id: string }

/** The turn, input or ask that an event begins, if it begins one. */
export function itemStartedBy(event: {
  type: string
  turn?: string | undefined
  data: object
}): StartedItem | undefined {
  const { input, ask } = event.data as Record<string, unknown>
  switch (event.type) {
    case "turn.started":
      return startedItem("turn", event.turn)
    case "input.accepted":
      return startedItem("input", input)
    case "ask.opened":
      return startedItem("ask", ask)
    default:
      return undefined
  }
}

// A newer Holdfast may name it in another field: then nothing is known of it here.
function startedItem(kind: StartedItem["kind"], id: unknown): StartedItem | undefined {
  return typeof id === "string" ? { kind, id } : undefined
}
