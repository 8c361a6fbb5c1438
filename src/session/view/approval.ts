import type { EventData } from "../event.ts"

type Ask = Pick<EventData<"ask.opened">, "question"> & {
  details?: string | null | undefined
  subject?: string | null | undefined
  rule?: EventData<"ask.opened">["rule"] | null
}

/** What an approval shows before it is given, the same in every client. */
export type ApprovalView = {
  /** What is asked, and what it does beyond the mode, in words. */
  title: string
  command: string | null
  /** The parts of a command that the command alone does not explain, with what each does. */
  parts: readonly { text: string; why: string; isDanger: boolean }[]
  /** What else is known of it: the directory, the sandbox, the rule that asks. */
  facts: readonly { name: string; value: string }[]
  /** What an edit does to its files, as a diff. */
  change: readonly string[]
  /** How far an answer may reach, exactly. */
  scopes: readonly { scope: "once" | "session" | "always"; covers: string }[]
}

/** A fact starts a line and its further lines are indented, so that a command cannot imitate one. */
export function approvalView(ask: Ask): ApprovalView {
  const facts = factsIn(ask.details ?? "")
  const textOf = (name: string) => facts.find((fact) => fact.name === name)?.value ?? null
  const command = textOf("command")
  const parts = facts.filter(({ name }) => name === "segment").map(({ value }) => partOf(value))
  return {
    title: titleFor(ask.question, command, textOf("reason")),
    command,
    parts: parts.length === 1 && parts[0]?.text === command ? [] : parts,
    facts: facts.filter(({ name, value }) => !(ownFacts.has(name) || (name === "cwd" && value === "."))),
    change: textOf("change")?.split("\n").slice(1) ?? [],
    scopes: [
      { scope: "once", covers: "" },
      { scope: "session", covers: sessionCovers(ask, facts) },
      ...(ask.rule ? [{ scope: "always" as const, covers: alwaysCovers(ask.rule, placeIn(facts)) }] : []),
    ],
  }
}

type Fact = { name: string; value: string }

const ownFacts: ReadonlySet<string> = new Set("tool active_mode required_mode reason command segment change".split(" "))

function factsIn(details: string): readonly Fact[] {
  if (details === "") return []
  return details.split(/\n(?! {2})/).map((fact) => {
    const [, name = "", value = fact] = /^([a-z_]+)=(.*)$/s.exec(fact) ?? []
    return { name, value: value.replaceAll("\n  ", "\n") }
  })
}

const placeIn = (facts: readonly Fact[]) => {
  const directory = facts.find(({ name }) => name === "cwd")?.value ?? "."
  return directory === "." ? "in this directory" : `in ${directory}`
}

// The command stands below in full.
function titleFor(question: string, command: string | null, reason: string | null): string {
  if (command === null) return question
  return reason ? `Run this command? ${reason.replace(/\s+/g, " ")}.` : "Run this command?"
}

function partOf(value: string): ApprovalView["parts"][number] {
  const [, kind = "", rest = value] = /^\[([^\]]*)\] (.*)$/s.exec(value) ?? []
  const isDanger = kind === "danger" || kind === "forbidden"
  const end = rest.endsWith(")") ? rest.lastIndexOf(" (") : -1
  return end < 0
    ? { text: rest, why: "", isDanger }
    : { text: rest.slice(0, end), why: rest.slice(end + 2, -1), isDanger }
}

function sessionCovers({ subject }: Ask, facts: readonly Fact[]): string {
  if (facts.some(({ name }) => name === "command")) {
    const extra = /^run (with(?:out)? the (?:network|sandbox)) /.exec(subject ?? "")?.[1]
    return `exactly this command, ${placeIn(facts)}${extra ? `, ${extra}` : ""}`
  }
  const isWrite = subject?.startsWith("write ")
  return facts.some(({ name }) => name === "path")
    ? `${isWrite ? "changing" : "reading"} the same path`
    : "the same call with the same arguments"
}

// The command stands above.
function alwaysCovers({ command, ...rule }: NonNullable<Ask["rule"]>, place: string): string {
  return ruleCovers(command === undefined ? rule : { ...rule, command: "this command" }, place)
}

/** What a rule that allows covers, in words. */
export function ruleCovers(rule: NonNullable<Ask["rule"]>, place = placeOf(rule)): string {
  const { tool = "any tool", command, starts_with: start, path_contains: path, contains, network } = rule
  const extra = network ? ", with the network" : ""
  if (start !== undefined) return `commands that start with ${start}, ${place}${extra}, in every session`
  if (command !== undefined) return `exactly ${command}, ${place}${extra}, in every session`
  if (path !== undefined) return `${tool} of ${path} and what is below it, in every session`
  if (contains !== undefined) return `what contains ${contains}, in every session`
  return `every call of ${tool}, in every session`
}

const placeOf = ({ cwd }: NonNullable<Ask["rule"]>) => (cwd === undefined ? "in every directory" : `in ${cwd}`)
