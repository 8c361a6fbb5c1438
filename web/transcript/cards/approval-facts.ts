/** A part of a command, how much harm it may do, and why. */
type Segment = { class: string; text: string; because: string }

/** What a person should see before they approve. */
export type ApprovalFacts = {
  command: string | null
  segments: readonly Segment[]
  /** Everything else that the question does not say already. */
  rest: readonly { name: string; value: string }[]
}

const saidAlready: ReadonlySet<string> = new Set([
  "tool",
  "active_mode",
  "required_mode",
  "reason",
  "command",
  "segment",
])

// Where a session works is known.
const isWorkspace = ({ name, value }: { name: string; value: string }) => name === "cwd" && value === "."

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
    rest: all.filter((fact) => !saidAlready.has(fact.name) && !isWorkspace(fact)),
  }
}

const longestQuoted = 60

/** A question without most of a long command that stands whole below it. */
export function questionBeside(question: string, command: string | null): string {
  if (command === null || command.length <= longestQuoted) return question
  return question.replace(/`([^`]+)`/, (all, quoted: string) =>
    quoted.length > longestQuoted ? `\`${quoted.slice(0, longestQuoted)}…\`` : all,
  )
}

/** The directory in which an approval covers exactly the command that is asked for; null where it covers something else. */
export function coveredIn(subject: string, command: string | null): string | null {
  const end = `: ${command}`
  return command !== null && subject.startsWith(runIn) && subject.endsWith(end)
    ? subject.slice(runIn.length, -end.length)
    : null
}

const runIn = "run in "

function segmentOf(value: string): Segment {
  const [, kind = "", told = value] = /^\[([^\]]*)\] ([\s\S]*)$/.exec(value) ?? []
  const end = told.endsWith(")") ? told.lastIndexOf(" (") : -1
  return end === -1
    ? { class: kind, text: told, because: "" }
    : { class: kind, text: told.slice(0, end), because: told.slice(end + 2, -1) }
}
