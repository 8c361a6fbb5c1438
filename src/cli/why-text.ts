import { relative } from "node:path"
import type { Evidence } from "../session/event/common.ts"
import type { Next, Why } from "../session/view/why.ts"
import { shortId } from "./session-id.ts"
import type { Terminal } from "./terminal.ts"
import { counted, oneLine } from "./text/plain.ts"
import { ago } from "./text/time.ts"
import { cut, pad } from "./text/width.ts"

type Subject = { id: string; workspace: string; owner: string | null }

/** Why a turn stands where it does, in a few lines: what stopped it, on what evidence, and how to go on. */
export function whyLines(why: Why, of: Subject, { paint, width }: Terminal): string[] {
  const within = (line: string, used = 0) => (width === undefined ? line : cut(line, width - used))
  const facts: [name: string, lines: readonly string[]][] = [
    ["Asks you", few(why.asks.map(({ question, seq }) => `${oneLine(question)} (event ${seq})`))],
    ["Did", [didText(why)]],
    ["Files", why.did.files.length > 0 ? [filesText(why, of.workspace)] : []],
    ["For", few([...why.evidence.for.map(evidenceText), ...checksText(why, "passed")])],
    ["Against", few([...why.evidence.against.map(evidenceText), ...checksText(why, "failed")])],
    ["Missing", few(why.missing.map(oneLine))],
    ["Failures", few(why.failures.map(failureText).toReversed())],
    ["Cut off", few(why.interruptions.map(({ what, seq }) => `${oneLine(what)} (event ${seq})`).toReversed())],
    ["Next", nextLines(why, of.id)],
  ]
  return [
    paint.bold(within(oneLine(why.task) || "(no task)")),
    ...standingLines(why, of).map((line) => within(line)),
    ...facts.flatMap(([name, lines]) =>
      lines.map(
        (line, index) => `${paint.dim(pad(index === 0 ? name : "", nameWidth))}  ${within(line, nameWidth + 2)}`,
      ),
    ),
  ]
}

const nameWidth = 8

function standingLines({ standing, stop, turn, startedAt, undone, resumes }: Why, { owner }: Subject): string[] {
  const which = `turn ${shortId(turn)}${resumes ? `, which resumes ${shortId(resumes)}` : ""}`
  const back = undone ? " Its changes were undone." : ""
  if (stop) {
    const who = stop.by ? ` by ${oneLine(stop.by.name)}` : ""
    const during = stop.during ? ` It was ${oneLine(stop.during.what)} at event ${stop.during.seq}.` : ""
    return [
      `Stopped with ${stop.code}${who}, ${ago(stop.at)} (event ${stop.seq}, ${which}).${back}`,
      `${sentence(oneLine(stop.summary))}${during}`,
    ]
  }
  const since = `since ${ago(startedAt)} (${which})`
  const words = {
    running: `Still running, driven by ${oneLine(owner ?? "somebody")}, ${since}.`,
    waiting: `Not stopped: it waits for your answer, ${since}.`,
    interrupted: `Not stopped: it was interrupted and nobody is at it, ${since}.`,
    stopped: "",
  } as const satisfies Record<Why["standing"], string>
  return [words[standing]]
}

function didText({ did, events }: Why): string {
  const outcomes = Object.entries(did.tools)
  const calls = outcomes.reduce((sum, [, count]) => sum + count, 0)
  const by = outcomes.map(([status, count]) => `${count} ${status}`).join(", ")
  const parts = [counted(did.steps, "step"), calls > 0 ? `${counted(calls, "tool call")} (${by})` : "no tool calls"]
  return `${parts.join(", ")}, events ${events.from} to ${events.to}`
}

function filesText({ did }: Why, workspace: string): string {
  const most = 4
  const shown = did.files.slice(-most).map(({ path, change, seq }) => {
    const name = path.startsWith(`${workspace}/`) ? relative(workspace, path) : path
    return `${change} ${oneLine(name)} (event ${seq})`
  })
  const more = did.files.length - shown.length
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ")
}

function evidenceText({ summary, subject, seq }: Evidence): string {
  const about = subject ? `: ${oneLine(subject)}` : ""
  return `${oneLine(summary)}${about}${seq === undefined ? "" : ` (event ${seq})`}`
}

function checksText({ did }: Why, wanted: "passed" | "failed"): string[] {
  return did.checks
    .filter(({ status }) => status === wanted)
    .map(({ command, seq }) => `\`${oneLine(command)}\` ${wanted} (event ${seq})`)
}

function failureText({ seq, kind, message, retryAt }: Why["failures"][number]): string {
  return `${kind}: ${oneLine(message)} (event ${seq}${retryAt ? ", tried again" : ""})`
}

const mostLines = 2

function few(lines: readonly string[]): string[] {
  const more = lines.length - mostLines
  return [...lines.slice(0, mostLines - (more > 0 ? 1 : 0)), ...(more > 0 ? [`and ${more + 1} more`] : [])]
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const nextWords: Record<Next, (id: string) => [command: string, meaning: string]> = {
  answer: (id) => [`holdfast answer ${id}`, "answers it"],
  resume: (id) => [`holdfast resume ${id}`, "goes on"],
  retry: (id) => [`holdfast rewind ${id} --regenerate`, "asks the same again"],
  verify: (id) => [`holdfast run --session ${id} "verify it"`, "has it checked"],
  send: (id) => [`holdfast run --session ${id} "…"`, "says what is next"],
  cancel: (id) => [`holdfast cancel ${id}`, "stops it"],
  undo: (id) => [`holdfast undo ${id}`, "puts its files back"],
  redo: (id) => [`holdfast undo ${id} --redo`, "takes the undo back"],
}

function nextLines({ next }: Why, id: string): string[] {
  const steps = next.slice(0, 3).map((step) => nextWords[step](shortId(id)))
  const column = Math.max(0, ...steps.map(([command]) => command.length))
  return steps.map(([command, meaning]) => `${pad(command, column)}  ${meaning}`)
}
