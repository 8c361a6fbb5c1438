/** A segment of a command, its class, and the reason. */
type Segment = { class: string; text: string; because: string }

/** The details of an approval. */
export type ApprovalFacts = {
  command: string | null
  segments: readonly Segment[]
  /** The facts that the question does not show. */
  rest: readonly { name: string; value: string }[]
}

const ownFacts: ReadonlySet<string> = new Set(["tool", "active_mode", "required_mode", "reason", "command", "segment"])

// The workspace itself is not worth a line.
const isWorkspace = ({ name, value }: { name: string; value: string }) => name === "cwd" && value === "."

/**
 * Parses the details of an approval, one fact per line. Continuation lines are indented, so that a command cannot
 * imitate a fact. Null for another format, which is shown as it is.
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
    rest: all.filter((fact) => !ownFacts.has(fact.name) && !isWorkspace(fact)),
  }
}

/** The directory, if the approval covers exactly this command; otherwise null. */
export function coveredIn(subject: string, command: string | null): string | null {
  const end = `: ${command}`
  return command !== null && subject.startsWith(runIn) && subject.endsWith(end)
    ? subject.slice(runIn.length, -end.length)
    : null
}

const runIn = "run in "

function segmentOf(value: string): Segment {
  const [, kind = "", rest = value] = /^\[([^\]]*)\] ([\s\S]*)$/.exec(value) ?? []
  const end = rest.endsWith(")") ? rest.lastIndexOf(" (") : -1
  return end === -1
    ? { class: kind, text: rest, because: "" }
    : { class: kind, text: rest.slice(0, end), because: rest.slice(end + 2, -1) }
}
