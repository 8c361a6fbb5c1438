import { counted, withCommas } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago, clock, day } from "../../base/time-text.ts"
import type { OpenTool, SessionState } from "../../session/state.ts"
import { plannedCheck } from "../../session/view/check-event.ts"
import { contextSize } from "../../session/view/context-size.ts"
import { permissionLines } from "../../session/view/permission-text.ts"
import { stopWords } from "../../session/view/stop-words.ts"
import type { SessionRow, Status } from "../../store/contract.ts"
import { isSpecial } from "../../workflow/definition-of-done.ts"
import type { Terminal } from "../terminal.ts"
import { checkText } from "./check-text.ts"
import { contextText } from "./context-text.ts"
import { type Fact, factLines } from "./fact-lines.ts"
import { stateOf, titleOf } from "./session-table.ts"
import { wrap } from "./width.ts"

type Subject = {
  row: SessionRow
  forks: readonly SessionRow[]
  state: SessionState | null
}

/** A session's details, most important first: what it waits for, what runs, what is next, then the rest. */
export function sessionLines({ row, forks, state }: Subject, terminal: Terminal): string[] {
  const { paint } = terminal
  const { meaning, word, colour } = stateOf(row)
  const summary = [
    paint[colour](meaning || word),
    ...places(row),
    counted(row.messages, "message"),
    `active ${ago(row.updatedAt)}`,
  ]
  const facts = [...(state ? stateFacts(state, row.status) : []), ...rowFacts(row, forks)].filter(
    ({ lines }) => lines.length > 0,
  )
  return [...titleLines(row, terminal), summary.join(", "), "", ...factLines(facts, nameWidth, terminal)]
}

const nameWidth = 12

function titleLines(row: SessionRow, { paint, width }: Terminal): string[] {
  const lines = width === undefined ? [titleOf(row)] : wrap(titleOf(row), width)
  return lines.map(paint.bold)
}

function places(row: SessionRow): string[] {
  return [row.archived ? "archived" : "", row.trashed ? "in the trash" : ""].filter(Boolean)
}

function stateFacts(state: SessionState, status: Status): Fact[] {
  const { log, branch, live } = state
  const { turn, intents, asks, inputs, usage } = log
  return [
    {
      name: "Asks you",
      urgent: true,
      lines: asks.open.map(({ question, seq }) => `${oneLine(question)} (event ${seq})`),
    },
    {
      name: "Newer",
      urgent: true,
      lines: log.newer
        ? [
            `From event ${log.newer.seq} on (${oneLine(log.newer.type)}) written by a newer version of Holdfast: read-only here.`,
          ]
        : [],
    },
    { name: "Turn", lines: turn ? [turnText(turn)] : [] },
    {
      name: status === "running" ? "In progress" : "Unfinished",
      lines: [
        ...(intents.model ? [`${oneLine(intents.model.model)} is answering (event ${intents.model.seq})`] : []),
        ...intents.tools.map((tool) => openCallText(tool, state)),
      ],
    },
    {
      name: inputs.held ? "Held inputs" : "Waiting",
      lines: inputs.waiting.map(({ kind, text }) => `${kind}: ${oneLine(text)}`),
    },
    {
      name: "Last stop",
      lines: branch.stop
        ? [`${stopWords(branch.stop.code).title}, ${ago(branch.stop.at)}: ${oneLine(branch.stop.summary)}`]
        : [],
    },
    { name: "Done", lines: doneText(branch.done) },
    { name: "Model", lines: [modelText(log, branch)] },
    { name: "Rules", lines: permissionLines(log.permission).map(oneLine) },
    {
      name: "Usage",
      lines: usage.total.calls + usage.total.tools > 0 ? [usageText(usage.total)] : [],
    },
    { name: "Context", lines: contextText(contextSize(state)) },
    {
      name: "Compaction",
      lines: branch.compaction
        ? [
            `${counted(branch.compaction.removed, "message")} up to event ${branch.compaction.through} summarized: ` +
              `${counted(branch.compaction.tokensBefore, "token")} are now ${withCommas(branch.compaction.tokensAfter)}`,
          ]
        : [],
    },
    {
      name: "Branches",
      lines: live.length > 1 ? [`events ${live.map(rangeText).join(", ")} are live; the rest was rewound`] : [],
    },
  ]
}

function rowFacts(row: SessionRow, forks: readonly SessionRow[]): Fact[] {
  return [
    {
      name: "Damage",
      urgent: true,
      lines: row.damage === null ? [] : [`${oneLine(row.damage)}. Read-only; see 'holdfast doctor'.`],
    },
    { name: "Tags", lines: row.tags.length > 0 ? [row.tags.map(oneLine).join(", ")] : [] },
    { name: "Project", lines: [oneLine(row.project)] },
    { name: "Workspace", lines: row.workspace === row.project ? [] : [oneLine(row.workspace)] },
    {
      name: "Owner",
      lines: row.owner ? [`${oneLine(row.owner.path)}${row.status === "running" ? "" : ", not running"}`] : [],
    },
    { name: "Fork of", lines: row.parent ? [`${shortId(row.parent.session)} at event ${row.parent.seq}`] : [] },
    {
      name: "Forks",
      lines: forks.map(
        ({ id, title, parent }) => `${shortId(id)} at event ${parent?.seq}, ${oneLine(title ?? "(no title)")}`,
      ),
    },
    {
      name: "Imported",
      lines:
        row.foreignThrough > 0
          ? [`up to event ${row.foreignThrough}; permissions granted there do not apply here`]
          : [],
    },
    {
      name: "Session",
      lines: [
        oneLine(row.id),
        `${counted(row.seq, "event")}, opened ${day(row.openedAt)} ${clock(row.openedAt).slice(0, 5)}`,
      ],
    },
  ]
}

function turnText({ task, seq, cancel, resumes }: NonNullable<SessionState["log"]["turn"]>): string {
  const parts = [`since event ${seq}`]
  if (resumes) parts.push(`resumes ${shortId(resumes)}`)
  if (cancel) parts.push(cancel.why === "cancelled" ? "asked to stop" : "interrupted by a new input")
  return `${oneLine(task) || "(no task)"} (${parts.join(", ")})`
}

function openCallText({ name, calledAt, startedAt, check }: OpenTool, state: SessionState): string {
  if (check) return `check ${oneLine(plannedCheck(state, check)?.command ?? name)} (event ${startedAt ?? calledAt})`
  return startedAt === null
    ? `${oneLine(name)} was called (event ${calledAt})`
    : `${oneLine(name)} was started (event ${startedAt})`
}

function doneText(done: SessionState["branch"]["done"]): string[] {
  if (!done) return []
  const items = done.items.filter((item) => !isSpecial(item))
  const finished = items.filter(({ state }) => state === "completed").length
  const attempt = done.attempts.at(-1)
  const head = [
    done.status,
    ...(items.length > 0 ? [`${finished} of ${counted(items.length, "item")}`] : []),
    ...(attempt ? [`verification ${attempt.number} ${attempt.status}`] : []),
  ]
  const marks = { completed: "[x]", active: "[>]", pending: "[ ]" } as const
  return [
    head.join(", "),
    ...items.map(({ text, state }) => `${marks[state]} ${oneLine(text)}`),
    ...(attempt?.checks ?? []).map(checkText),
  ]
}

function modelText(log: SessionState["log"], branch: SessionState["branch"]): string {
  const mode = log.mode ?? branch.workflow.mode
  return `${oneLine(log.model ?? "not chosen")}, mode ${mode}, permissions ${log.permission.mode}`
}

export function usageText({
  input,
  output,
  calls,
  tools,
  turns,
  cost,
  unpriced,
}: SessionState["log"]["usage"]["total"]): string {
  const parts = [
    `${withCommas(input)} tokens in, ${withCommas(output)} out`,
    counted(calls, "model call"),
    counted(tools, "tool call"),
    ...(turns > 0 ? [counted(turns, "turn")] : []),
  ]
  return [...parts, ...(cost > 0 ? [`${unpriced > 0 ? "at least " : ""}$${cost.toFixed(cost < 1 ? 4 : 2)}`] : [])].join(
    ", ",
  )
}

const rangeText = ({ from, to }: { from: number; to: number | null }) => `${from} to ${to ?? "now"}`
