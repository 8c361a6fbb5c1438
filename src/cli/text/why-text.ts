import { isAbsolute, join } from "node:path"
import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import type { Evidence } from "../../session/event/common.ts"
import { type FactPoint, factPoints, type KnownFacts } from "../../session/view/fact-points.ts"
import { knownFacts } from "../../session/view/known-facts.ts"
import { type End, endOf } from "../../session/view/turn-end.ts"
import type { Next, Why } from "../../session/view/why.ts"
import type { Terminal } from "../terminal.ts"
import { checkText } from "./check-text.ts"
import { type Fact, factLines, firstLines } from "./fact-lines.ts"
import { pad, wrap } from "./width.ts"

type Subject = { id: string; workspace: string; owner: string | null; home: string }

/** Why a turn stopped or waits: the reason, the evidence, and how to continue. */
export function whyLines(why: Why, of: Subject, terminal: Terminal): string[] {
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const known = knownFacts(why, of.workspace)
  const end = why.stop && endOf(why.stop, known)
  const points = end ? [...end.because, ...end.points] : factPoints(known)
  const more = evidenceBeyond(why, points)
  const facts: Fact[] = [
    {
      name: "Asks you",
      urgent: true,
      lines: why.asks.map(({ question, seq }) => `${oneLine(question)} (event ${seq})`),
    },
    { name: "Steps", lines: [stepsText(why)] },
    { name: "Files", lines: firstLines(filesText(known, why, of), limits.files) },
    { name: "Checks", lines: checkLines(known, why) },
    { name: "Evidence", lines: firstLines(more.for, limits.evidence) },
    {
      name: "Contradicted by",
      urgent: true,
      lines: firstLines([...pointLines(points, "bad"), ...more.against], limits.evidence),
    },
    {
      name: "Not proven",
      urgent: true,
      lines: firstLines([...pointLines(points, "missing"), ...more.missing], limits.missing),
    },
    { name: "Note", lines: firstLines([...pointLines(points, "context"), ...more.context], limits.evidence) },
    { name: "Failures", lines: firstLines(why.failures.map(failureText).toReversed(), limits.failures) },
    {
      name: "Interrupted",
      lines: firstLines(
        why.interruptions.map(({ what, seq }) => `${oneLine(what)} (event ${seq})`).toReversed(),
        limits.failures,
      ),
    },
    { name: "Next", lines: nextLines(why, of.id) },
  ]
  return [
    ...fitting(oneLine(why.task) || "(no task)").map(paint.bold),
    ...headLines(why, of, end).flatMap(fitting),
    ...factLines(facts, nameWidth, terminal),
  ]
}

const nameWidth = 15

/** How many lines of each section to show. */
const limits = { files: 4, evidence: 4, missing: 6, failures: 2, earlier: 3 } as const

/** The current checks with who ran them, then earlier runs, newest first. */
function checkLines({ checks = [] }: KnownFacts, { did }: Why): string[] {
  const earlier = did.checks.filter(({ current }) => !current).toReversed()
  return [
    ...checks.map(({ command, status, summary = null, by, seq }) => {
      const who = by === "model" ? ", run by the model" : ""
      return `${checkText({ command, status, summary })}${who}${at(seq)}`
    }),
    ...firstLines(
      earlier.map((run) => `before: ${checkText(run)}${at(run.seq)}`),
      limits.earlier,
    ),
  ]
}

/** The points beyond files and checks. */
function pointLines(points: readonly FactPoint[], tone: FactPoint["tone"]): string[] {
  return points
    .filter(
      (point) => point.tone === tone && point.about !== "check" && (point.about !== "files" || point.detail === null),
    )
    .map(({ text, detail, seq }) => `${oneLine(detail === null ? text : `${text}: ${detail}`)}${at(seq)}`)
}

/** The evidence that no point mentions yet. */
function evidenceBeyond({ did, facts, evidence, missing }: Why, points: readonly FactPoint[]) {
  const commands = new Set([...(facts?.checks ?? []), ...did.checks].map(({ command }) => command))
  const changes = new Set(did.files.map(({ seq }) => seq))
  const said = points.map(({ text, detail }) => `${text} ${detail ?? ""}`.toLowerCase()).join("\n")
  const isNew = (text: string) => !said.includes(text.toLowerCase())
  const beyond = (all: readonly Evidence[]) =>
    all
      .filter(({ category, subject, seq = 0 }) =>
        category === "verification" ? !commands.has(subject ?? "") : category !== "action" || !changes.has(seq),
      )
      .filter(({ summary }) => isNew(summary))
      .map(evidenceText)
  return {
    for: beyond(evidence.for),
    against: beyond(evidence.against),
    context: beyond(evidence.context),
    missing: missing.filter(isNew).map(oneLine),
  }
}

const at = (seq: number | null | undefined) => (seq === null || seq === undefined ? "" : ` (event ${seq})`)

function headLines(
  { standing, stop, turn, startedAt, undone, resumes }: Why,
  { owner }: Subject,
  end: End | null,
): string[] {
  const which = `turn ${shortId(turn)}${resumes ? `, which resumes ${shortId(resumes)}` : ""}`
  if (stop && end) {
    const title = stop.by
      ? `${stop.code === "superseded" ? "Interrupted" : "Cancelled"} by ${oneLine(stop.by.name)}`
      : end.title
    // Reasons that are facts are listed below, with their events.
    const reason = end.reason !== null && end.because.length === 0 ? `: ${oneLine(end.reason)}` : ""
    return [
      `${title}${reason}, ${ago(stop.at)} (event ${stop.seq}, ${which}).`,
      ...(stop.during ? [`This was while ${oneLine(stop.during.what)} (event ${stop.during.seq}).`] : []),
      ...(undone ? ["Its changes were undone."] : []),
    ]
  }
  const since = `since ${ago(startedAt)} (${which})`
  const words = {
    running: `Running${owner === null ? "" : `, owned by ${oneLine(owner)}`}, ${since}.`,
    waiting: `Waiting for your answer, ${since}.`,
    interrupted: `Interrupted, not running, ${since}.`,
    stopped: "",
  } as const satisfies Record<Why["standing"], string>
  return [words[standing]]
}

function stepsText({ did, events }: Why): string {
  const outcomes = Object.entries(did.tools)
  const calls = outcomes.reduce((sum, [, count]) => sum + count, 0)
  const by = outcomes.map(([status, count]) => `${count} ${status}`).join(", ")
  const parts = [counted(did.steps, "step"), calls > 0 ? `${counted(calls, "tool call")} (${by})` : "no tool calls"]
  return `${parts.join(", ")}, events ${events.from} to ${events.to}`
}

function filesText({ files = [] }: KnownFacts, { did }: Why, { workspace, home }: Subject): string[] {
  return files.flatMap(({ path, change, kind }) => {
    const whole = isAbsolute(path) ? path : join(workspace, path)
    // Holdfast's own files are not part of the work.
    if (whole.startsWith(`${home}/`)) return []
    const seq = did.files.find((file) => file.path === whole)?.seq
    return [`${change} ${kind ? `${kind} ` : ""}${oneLine(path)}${at(seq)}`]
  })
}

function evidenceText({ summary, subject, seq }: Evidence): string {
  const said = oneLine(summary)
  const about =
    subject && !said.includes(oneLine(subject)) && subject.length <= longestSubject ? `: ${oneLine(subject)}` : ""
  return `${said}${about}${at(seq)}`
}

/** A longer summary repeats the task, which is shown above. */
const longestSubject = 80

function failureText({ seq, message, retryAt }: Why["failures"][number]): string {
  return `${oneLine(message)} (event ${seq}${retryAt ? ", retried" : ""})`
}

const nextWords: Record<Next, (id: string, asks: Why["asks"]) => [command: string, meaning: string]> = {
  answer: answerWords,
  resume: (id) => [`holdfast resume ${id}`, "resume"],
  retry: (id) => [`holdfast rewind ${id} --regenerate`, "ask the same again"],
  skip: (id) => [`holdfast resume ${id} --skip`, "skip this turn and continue with the queue"],
  verify: (id) => [`holdfast resume ${id}`, "run the checks again"],
  send: (id) => [`holdfast run --session ${id} "…"`, "continue with a new instruction"],
  cancel: (id) => [`holdfast cancel ${id}`, "cancel"],
  undo: (id) => [`holdfast undo ${id}`, "restore its files"],
  redo: (id) => [`holdfast undo ${id} --redo`, "redo its changes"],
}

/** A command to copy. */
function answerWords(id: string, [first, ...others]: Why["asks"]): [command: string, meaning: string] {
  if (others.length > 0) return [`holdfast answer ${id}`, "list the questions"]
  if (first?.kind === "approval") return [`holdfast answer ${id} --yes --resume`, "allow it; --no denies it"]
  if (first?.kind === "plan") {
    return [`holdfast answer ${id} --yes --resume`, 'approve the plan; --no "…" says what to change']
  }
  const choice = first?.options && first.options.length > 0 ? "; --choice N picks an option" : ""
  return [`holdfast answer ${id} --text "…" --resume`, `answer it${choice}`]
}

/** The commands to continue with, best first. */
export function nextLines({ next, asks }: Pick<Why, "next" | "asks">, id: string): string[] {
  const steps = next.slice(0, 3).map((step) => nextWords[step](shortId(id), asks))
  const column = Math.max(0, ...steps.map(([command]) => command.length))
  return steps.map(([command, meaning]) => `${pad(command, column)}  ${meaning}`)
}
