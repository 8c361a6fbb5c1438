/** A part of a command, and how much harm it may do. */
type Segment = { class: string; text: string }

/** What a person should see before they approve. */
export type ApprovalFacts = {
  command: string | null
  segments: readonly Segment[]
  /** Everything else that the question does not say already. */
  rest: readonly { name: string; value: string }[]
}

const saidAlready: ReadonlySet<string> = new Set(["tool", "active_mode", "required_mode", "reason"])

/**
 * Reads the details of an approval: a fact on each line. A line that goes on is indented, so that what a command says
 * never passes for a fact. Null where it is written in another way, and is shown as it is.
 */
export function approvalFacts(details: string): ApprovalFacts | null {
  const lines = details.split(/\n(?! {2})/)
  const facts = lines.map((line) => /^([a-z_]+)=([\s\S]*)$/.exec(line))
  if (facts.some((fact) => fact === null)) return null
  const all = facts.map((fact) => ({ name: fact?.[1] ?? "", value: (fact?.[2] ?? "").replaceAll("\n  ", "\n") }))
  const segments = all.filter(({ name }) => name === "segment").map(({ value }) => segmentOf(value))
  return {
    command: all.find(({ name }) => name === "command")?.value ?? null,
    segments,
    rest: all.filter(({ name }) => !saidAlready.has(name) && name !== "command" && name !== "segment"),
  }
}

function segmentOf(value: string): Segment {
  const [, kind = "", text = value] = /^\[([^\]]*)\] ([\s\S]*)$/.exec(value) ?? []
  return { class: kind, text }
}
