import { oneLine, plain } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import { ago, clock } from "../agent/text/time.ts"
import type { LedgerItem } from "../session/event/workflow.ts"
import type { SessionState } from "../session/state.ts"
import type { SessionRow } from "../store/contract.ts"
import { withoutPrefix } from "../workflow/explain/answers.ts"
import type { ArtifactVersion } from "../workflow/explain/artifact.ts"
import type { WorkflowView } from "../workflow/explain/explain.ts"
import type { ArtifactDiff } from "./artifact.ts"
import { checkText } from "./check-text.ts"
import { diffPaint } from "./live/tool-text.ts"
import type { Terminal } from "./terminal.ts"
import { type Fact, factLines, few } from "./text/facts.ts"
import { type Column, table } from "./text/table.ts"
import { cut, wrap } from "./text/width.ts"

type Told = {
  view: WorkflowView
  artifacts: readonly ArtifactVersion[]
  row: SessionRow
  state: SessionState
  diffs: "shown" | "not shown"
}

/** How the work was steered and held to account, for a person. */
export function workflowLines({ view, artifacts, row, state, diffs }: Told, terminal: Terminal): string[] {
  const { paint, width } = terminal
  const id = shortId(row.id)
  if (view.total === 0) {
    return [`${id} has no workflow yet: it begins with the first task. Small talk and exploring have none.`]
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
const most = { evidence: 4, ledger: 8 } as const

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

/** The columns of the timeline, and how wide a terminal has to be for each: what happened is never squeezed out. */
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
  { artifacts, id, diffs }: { artifacts: readonly ArtifactVersion[]; id: string; diffs: Told["diffs"] },
): Fact[] {
  const evidence = policy?.evidence
  const summaries = (pieces: readonly { summary: string; seq?: number | undefined }[] = []) =>
    few(
      pieces.map(({ summary, seq }) => `${oneLine(summary)}${seq === undefined ? "" : ` (event ${seq})`}`),
      most.evidence,
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
    { name: "Ledger", lines: few(ledger.map(ledgerText), most.ledger) },
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

function artifactLines(artifacts: readonly ArtifactVersion[], id: string, diffs: Told["diffs"]): string[] {
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

/** What changed between the two newest versions of each artifact. */
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
