import { oneLine, plain } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { ago, clock } from "../../base/time-text.ts"
import type { LedgerItem } from "../../session/event/workflow.ts"
import type { SessionState } from "../../session/state.ts"
import type { SessionRow } from "../../store/contract.ts"
import { withoutPrefix } from "../../workflow/explain/answers.ts"
import type { ArtifactVersion } from "../../workflow/explain/artifact-versions.ts"
import type { WorkflowView } from "../../workflow/explain/workflow-view.ts"
import { diffPaint } from "../live/tool-text.ts"
import type { ArtifactDiff } from "../session/artifact-files.ts"
import type { Terminal } from "../terminal.ts"
import { checkText } from "./check-text.ts"
import { type Fact, factLines, firstLines } from "./fact-lines.ts"
import { type Column, table } from "./table.ts"
import { cut, wrap } from "./width.ts"

type EntryText = {
  view: WorkflowView
  artifacts: readonly ArtifactVersion[]
  row: SessionRow
  state: SessionState
  diffs: "shown" | "not shown"
}

/** The workflow's decisions, for people. */
export function workflowLines({ view, artifacts, row, state, diffs }: EntryText, terminal: Terminal): string[] {
  const { paint, width } = terminal
  const id = shortId(row.id)
  if (view.total === 0) {
    return [`${id} has no workflow yet: it starts with the first task.`]
  }
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const facts = factLines(
    [
      ...view.answers.map(({ heading, text, seq }) => ({
        name: heading,
        lines: [`${oneLine(text)}${seq === null ? "" : ` (event ${seq})`}`],
      })),
    ],
    Math.max(nameWidth, ...view.answers.map(({ heading }) => heading.length)),
    terminal,
  )
  return [
    ...fitting(oneLine(state.branch.task ?? "") || "(no task)").map(paint.bold),
    ...timelineLines(view, terminal),
    "",
    paint.bold("Workflow answers"),
    ...facts,
    "",
    ...factLines(restFacts(view, { artifacts, id, diffs }), nameWidth, terminal),
  ]
}

const nameWidth = 11
const limits = { evidence: 4, ledger: 8 } as const

function timelineLines({ shown, total }: WorkflowView, { paint, width }: Terminal): string[] {
  const counts = `${shown.length} shown / ${total} total`
  if (shown.length === 0) return [`Timeline: ${counts}. Nothing fits the filter.`]
  const room = width ?? Number.POSITIVE_INFINITY
  const wanted = columns.filter(({ from }) => room >= from)
  const rows = shown.map((entry) =>
    wanted.map(({ cell, faint }) => ({ text: cell(entry), ...(faint ? { paint: paint.dim } : {}) })),
  )
  return [`Timeline: ${counts}`, ...table(wanted, rows, { width, heading: paint.dim })]
}

type Entry = WorkflowView["shown"][number]

/** The columns of the timeline, and the terminal width from which each is shown. */
const columns: readonly (Column & { from: number; faint?: true; cell(entry: Entry): string })[] = [
  { heading: "EVENT", align: "right", from: 0, faint: true, cell: ({ seq }) => String(seq) },
  { heading: "TIME", from: 100, faint: true, cell: ({ at }) => clock(at) },
  { heading: "KIND", from: 0, cell: ({ kind }) => kind },
  { heading: "MODE", from: 0, cell: ({ mode }) => mode },
  { heading: "CODE", from: 130, faint: true, cell: ({ reasonCode }) => oneLine(reasonCode) },
  { heading: "SUMMARY", flexible: true, from: 0, cell: ({ summary }) => withoutPrefix(oneLine(summary)) },
]

function restFacts(
  { policy, verification, ledger }: WorkflowView,
  { artifacts, id, diffs }: { artifacts: readonly ArtifactVersion[]; id: string; diffs: EntryText["diffs"] },
): Fact[] {
  const evidence = policy?.evidence
  const summaries = (pieces: readonly { summary: string; seq?: number | undefined }[] = []) =>
    firstLines(
      pieces.map(({ summary, seq }) => `${oneLine(summary)}${seq === undefined ? "" : ` (event ${seq})`}`),
      limits.evidence,
    )
  return [
    { name: "Policy", lines: policy ? [`${oneLine(policy.explanation)} (event ${policy.entry.seq})`] : [] },
    { name: "Supporting", lines: summaries(evidence?.supporting) },
    { name: "Missing", urgent: true, lines: summaries(evidence?.missing) },
    { name: "Against", urgent: true, lines: summaries(evidence?.contradicted) },
    {
      name: "Checks",
      lines: verification.map((check) => {
        const attempt = check.attempt === null ? "" : ` (attempt ${check.attempt})`
        return `${checkText({ command: check.command, status: check.result, summary: check.detail })}${attempt}`
      }),
    },
    { name: "Ledger", lines: firstLines(ledger.map(ledgerText), limits.ledger) },
    { name: "Artifacts", lines: artifactLines(artifacts, id, diffs) },
  ]
}

function ledgerText({ list, status, text }: LedgerItem): string {
  return `${listWords[list]}, ${status}: ${oneLine(text)}`
}

const listWords = {
  assumptions: "assumption",
  acceptanceAnchors: "acceptance",
  decisionBoundaries: "boundary",
} as const satisfies Record<LedgerItem["list"], string>

function artifactLines(artifacts: readonly ArtifactVersion[], id: string, diffs: EntryText["diffs"]): string[] {
  const newest = artifacts.filter(
    ({ artifact }, at) => artifacts.findLastIndex((other) => other.artifact === artifact) === at,
  )
  const compare = diffs === "not shown" && artifacts.some(({ version }) => version > 1)
  return [
    ...newest.map(({ artifact, version, at, by, summary }) => {
      const who = by === null ? "" : ` by ${oneLine(by)}`
      const what = summary ? `: ${oneLine(summary)}` : ""
      return `${artifact}, version ${version}${who}, ${ago(at)}${what}`
    }),
    ...newest.slice(0, 1).map(({ artifact }) => `to read one: holdfast workflow ${id} --show ${artifact}`),
    ...(compare ? [`what changed last: holdfast workflow ${id} --diff`] : []),
  ]
}

/** The diff of the two newest versions of each artifact. */
export function diffLines(diffs: readonly ArtifactDiff[], { paint, width }: Terminal): string[] {
  if (diffs.length === 0) return ["Nothing to compare: there is no second version."]
  return diffs.flatMap(({ artifact, from, to, by, added, removed, lines }) => [
    paint.bold(
      `${artifact}, version ${from} -> ${to}${by === null ? "" : `, by ${oneLine(by)}`} (+${added} -${removed})`,
    ),
    ...lines.map((line) => {
      const shown = plain(line)
      return diffPaint(line, paint)(width === undefined ? shown : cut(shown, width))
    }),
  ])
}
