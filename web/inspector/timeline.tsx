import { useState } from "react"
import type { TimelineEntry } from "../../src/session/state.ts"
import type { TraceEntry } from "../../src/session/view/trace.ts"
import { time } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Ticked } from "../ui/ticked.tsx"
import { Details } from "./details.tsx"
import { Fact } from "./fact.tsx"
import { Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"

const says = texts.inspector.why
const shownAtFirst = 12

type Entry = TimelineEntry & { explanation: string }

/** The workflow's decisions and notes, newest first. */
export function Timeline({
  session,
  entries,
  answers,
}: {
  session: string
  entries: readonly Entry[]
  answers: readonly { heading: string; text: string; seq: number | null }[]
}) {
  const [all, setAll] = useState(false)
  const newest = entries.toReversed()
  const shown = all ? newest : newest.slice(0, shownAtFirst)
  return (
    <Section title={says.timeline}>
      {answers.length > 0 && (
        <dl className="mb-2 grid gap-1 rounded-md bg-sunken px-3 py-2 text-sm">
          {answers.map(({ heading, text, seq }) => (
            <div key={`${heading} ${text}`}>
              <dt className="text-xs text-ink-faint">{heading}</dt>
              <dd className="flex items-baseline gap-2">
                <span className="min-w-0 grow wrap-anywhere">
                  <Ticked text={text} />
                </span>
                {seq !== null && <SeqLink session={session} seq={seq} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entries.length === 0 && <p className="text-sm text-ink-faint">{says.timelineEmpty}</p>}
      <ol>
        {shown.map((entry) => (
          <li key={`${entry.seq} ${entry.kind}`} className="border-l-2 border-line py-1 pl-3 text-sm">
            <div className="flex items-baseline gap-2 text-xs text-ink-faint">
              <span className="min-w-0">{headingOf(entry)}</span>
              <span className="grow">{time(entry.at)}</span>
              <SeqLink session={session} seq={entry.seq} />
            </div>
            <Details line={<Reason summary={entry.summary} />}>
              <p className="py-1 font-mono text-xs wrap-anywhere text-ink-soft">{entry.explanation}</p>
            </Details>
          </li>
        ))}
      </ol>
      {shown.length < newest.length && (
        <Button look="quiet" size="small" className="mt-1" onClick={() => setAll(true)}>
          {says.more(newest.length - shown.length)}
        </Button>
      )}
    </Section>
  )
}

/** A decision; with the mode if it changed. */
function headingOf({ kind, mode }: Entry): string {
  const what = says.decided[kind]
  const moves = kind === "route" || kind === "handoff" || kind === "reentry" || kind === "plan_refresh"
  return moves ? says.decidedIn(what, texts.transcript.modes[mode]) : what
}

function Reason({ summary }: { summary: string }) {
  return (
    <span className="min-w-0 wrap-anywhere">
      {/* The heading shows the first one. */}
      <Ticked text={summary.replace(/^[a-z]+: /, "")} />
    </span>
  )
}

/** The steps to the turn's completion decision. */
export function Trace({ session, entries }: { session: string; entries: readonly TraceEntry[] }) {
  if (entries.length === 0) return null
  return (
    <Section title={says.trace}>
      <ol>
        {entries.map(({ seq, stage, outcome, summary, evidenceSummary }) => (
          <Fact
            key={`${seq} ${stage}`}
            session={session}
            tone="context"
            seq={seq}
            detail={[stageOf(stage, outcome), ...others(evidenceSummary, summary)].join(" · ")}
          >
            {summary}
          </Fact>
        ))}
      </ol>
    </Section>
  )
}

const stageOf = (stage: string, outcome: string) =>
  `${says.stages[stage] ?? stage} ${says.outcomes[outcome] ?? outcome}`

const others = (evidence: readonly string[], said: string) =>
  [...new Set(evidence)].filter((fact) => !said.includes(fact))
