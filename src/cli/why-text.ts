import { relative } from "node:path"
import { counted, oneLine } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import { ago } from "../agent/text/time.ts"
import type { Evidence } from "../session/event/common.ts"
import type { CheckRun } from "../session/view/checks.ts"
import type { Next, Why } from "../session/view/why.ts"
import { checkText } from "./check-text.ts"
import type { Terminal } from "./terminal.ts"
import { type Fact, factLines, few } from "./text/facts.ts"
import { pad, wrap } from "./text/width.ts"

type Subject = { id: string; workspace: string; owner: string | null; home: string }

/** Why a turn stands where it does, in a few lines: what stopped it, on what evidence, and how to go on. */
export function whyLines(why: Why, of: Subject, terminal: Terminal): string[] {
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const facts: Fact[] = [
    {
      name: "Asks you",
      urgent: true,
      lines: why.asks.map(({ question, seq }) => `${oneLine(question)} (event ${seq})`),
    },
    { name: "Did", lines: [didText(why)] },
    { name: "Files", lines: few(filesText(why, of), most.files) },
    { name: "Checks", lines: checkLines(why) },
    { name: "For", lines: few(beyondChecks(why.evidence.for, why).map(evidenceText), most.evidence) },
    { name: "Against", lines: few(beyondChecks(why.evidence.against, why).map(evidenceText), most.evidence) },
    { name: "Missing", lines: few(why.missing.map(oneLine), most.missing) },
    { name: "Mind", lines: few(beyondChecks(why.evidence.context, why).map(evidenceText), most.evidence) },
    { name: "Failures", lines: few(why.failures.map(failureText).toReversed(), most.failures) },
    {
      name: "Cut off",
      lines: few(
        why.interruptions.map(({ what, seq }) => `${oneLine(what)} (event ${seq})`).toReversed(),
        most.failures,
      ),
    },
    { name: "Next", lines: nextLines(why, of.id) },
  ]
  return [
    ...fitting(oneLine(why.task) || "(no task)").map(paint.bold),
    ...standingLines(why, of).flatMap(fitting),
    ...factLines(facts, nameWidth, terminal),
  ]
}

const nameWidth = 8

/** How much of each is shown: all that decides, and a few of what only adds to it. */
const most = { files: 4, evidence: 4, missing: 6, failures: 2, earlier: 3 } as const

/** What was checked last, line by line; then what ran before it, newest first. */
function checkLines({ did }: Why): string[] {
  const of = (run: CheckRun) => `${checkText(run)} (event ${run.seq})`
  const earlier = did.checks.filter(({ current }) => !current).toReversed()
  return [
    ...did.checks.filter(({ current }) => current).map(of),
    ...few(
      earlier.map((run) => `before: ${of(run)}`),
      most.earlier,
    ),
  ]
}

/** The evidence that the checks and the files do not tell already. */
function beyondChecks(evidence: readonly Evidence[], { did }: Why): Evidence[] {
  const commands = new Set(did.checks.filter(({ current }) => current).map(({ command }) => command))
  const changes = new Set(did.files.map(({ seq }) => seq))
  return evidence.filter(({ category, subject, seq = 0 }) =>
    category === "verification" ? !commands.has(subject ?? "") : category !== "action" || !changes.has(seq),
  )
}

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

function filesText({ did }: Why, { workspace, home }: Subject): string[] {
  const within = (path: string, directory: string) => path.startsWith(`${directory}/`)
  // What Holdfast keeps for itself is no part of the work.
  return did.files.flatMap(({ path, change, seq }) => {
    if (within(path, home)) return []
    const name = within(path, workspace) ? relative(workspace, path) : path
    return [`${change} ${oneLine(name)} (event ${seq})`]
  })
}

function evidenceText({ summary, subject, seq }: Evidence): string {
  const said = oneLine(summary)
  const about =
    subject && !said.includes(oneLine(subject)) && subject.length <= longestSubject ? `: ${oneLine(subject)}` : ""
  return `${said}${about}${seq === undefined ? "" : ` (event ${seq})`}`
}

/** A longer one is the task itself, which stands above. */
const longestSubject = 80

function failureText({ seq, kind, message, retryAt }: Why["failures"][number]): string {
  return `${kind}: ${oneLine(message)} (event ${seq}${retryAt ? ", tried again" : ""})`
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const nextWords: Record<Next, (id: string, asks: Why["asks"]) => [command: string, meaning: string]> = {
  answer: answerWords,
  resume: (id) => [`holdfast resume ${id}`, "goes on"],
  retry: (id) => [`holdfast rewind ${id} --regenerate`, "asks the same again"],
  skip: (id) => [`holdfast resume ${id} --skip`, "leaves it, and goes on with what waits"],
  verify: (id) => [`holdfast resume ${id}`, "has it checked again"],
  send: (id) => [`holdfast run --session ${id} "…"`, "says what is next"],
  cancel: (id) => [`holdfast cancel ${id}`, "stops it"],
  undo: (id) => [`holdfast undo ${id}`, "puts its files back"],
  redo: (id) => [`holdfast undo ${id} --redo`, "takes the undo back"],
}

/** As it can be typed. */
function answerWords(id: string, [first, ...others]: Why["asks"]): [command: string, meaning: string] {
  if (others.length > 0) return [`holdfast answer ${id}`, "lists what it asks, and how to answer"]
  if (first?.kind === "approval") return [`holdfast answer ${id} --yes --resume`, "allows it; --no does not"]
  const choice = first?.options && first.options.length > 0 ? "; --choice N takes an option" : ""
  return [`holdfast answer ${id} --text "…" --resume`, `answers it${choice}`]
}

/** The commands that go on from here, the first one first. */
export function nextLines({ next, asks }: Pick<Why, "next" | "asks">, id: string): string[] {
  const steps = next.slice(0, 3).map((step) => nextWords[step](shortId(id), asks))
  const column = Math.max(0, ...steps.map(([command]) => command.length))
  return steps.map(([command, meaning]) => `${pad(command, column)}  ${meaning}`)
}
