import { useState } from "react"
import type { TimelineEntry } from "../../src/session/state.ts"
import type { TraceEntry } from "../../src/session/view/trace.ts"
import { time } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Fact } from "./fact.tsx"
import { Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"

const says = texts.inspector.why
const shownAtFirst = 12

type Entry = TimelineEntry & { explanation?: string }

/** How the work was steered: each decision and note, newest first. */
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
            <div key={`${heading} ${text}`} className="flex items-baseline gap-2">
              <dt className="shrink-0 text-xs text-ink-faint">{heading}</dt>
              <dd className="flex min-w-0 grow items-baseline gap-2">
                <span className="min-w-0 grow break-words">{text}</span>
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
              <span className="font-mono">{entry.kind}</span>
              <span className="grow">{time(entry.at)}</span>
              <SeqLink session={session} seq={entry.seq} />
            </div>
            <p className="break-words">{entry.explanation ?? entry.summary}</p>
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

/** How the turn came to its completion decision, step by step. */
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
            detail={[`${stage}, ${outcome}`, ...evidenceSummary].join(" · ")}
          >
            {summary}
          </Fact>
        ))}
      </ol>
    </Section>
  )
}
