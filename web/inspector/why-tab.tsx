import type { ReactNode } from "react"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import type { Evidence } from "../../src/session/event/common.ts"
import type { Why } from "../../src/session/view/why.ts"
import { useCell } from "../live/cell.ts"
import { inspector, openInspector } from "../live/inspector.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { inWorkspace } from "../live/workspace-path.ts"
import { moment } from "../texts/amounts.ts"
import { stopWords } from "../texts/stops.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { Ticked } from "../ui/ticked.tsx"
import { CheckFact } from "./check-fact.tsx"
import { Fact, type FactTone } from "./fact.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { NextSteps } from "./next-steps.tsx"
import { Nothing, Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { Timeline, Trace } from "./timeline.tsx"
import { useWhyAt } from "./use-why-at.ts"

const says = texts.inspector.why

/** Why a turn ended as it did, or why it has not. */
export function WhyTab({ id, at }: TabProps) {
  return at === null ? <WhyNow id={id} /> : <WhyThen id={id} at={at} />
}

function WhyNow({ id }: { id: string }) {
  const version = useSessionState(id)?.seq
  const turn = useCell(inspector, (place) => place.turn)
  const query = turn ? { turn } : {}
  const told = useApi("GET /api/sessions/:id/why", { params: { id }, query }, { version })
  const timeline = useApi("GET /api/sessions/:id/timeline", { params: { id } }, { version })
  return (
    <Loaded query={told}>
      {({ why }) =>
        why === null ? (
          <Nothing>{says.empty}</Nothing>
        ) : (
          <>
            {turn !== null && <Chosen />}
            <Told id={id} why={why} canAct />
            <Steered id={id} timeline={timeline.data} />
          </>
        )
      }
    </Loaded>
  )
}

function WhyThen({ id, at }: { id: string; at: number }) {
  const why = useWhyAt(id, at)
  const timeline = useApi("GET /api/sessions/:id/timeline", { params: { id }, query: { at } })
  if (why === undefined) return <Nothing>{texts.loading}</Nothing>
  if (why === null) return <Nothing>{says.empty}</Nothing>
  return (
    <>
      <Told id={id} why={why} canAct={false} />
      <Steered id={id} timeline={timeline.data} />
    </>
  )
}

function Steered({
  id,
  timeline,
}: {
  id: string
  timeline: AnswerOf<Api["GET /api/sessions/:id/timeline"]> | undefined
}) {
  if (!timeline) return null
  return (
    <>
      <Trace session={id} entries={timeline.trace} />
      <Timeline session={id} entries={timeline.view.shown} answers={timeline.view.answers} />
    </>
  )
}

function Chosen() {
  return (
    <p className="flex items-center gap-2 border-b border-line bg-info-soft px-4 py-1.5 text-xs text-info">
      <span className="grow">{says.chosenTurn}</span>
      <Button look="quiet" size="small" onClick={() => openInspector("why")}>
        {says.newest}
      </Button>
    </p>
  )
}

const inks = { good: "text-good", plain: "text-ink", warn: "text-warn", bad: "text-bad" } as const

function Told({ id, why, canAct }: { id: string; why: Why; canAct: boolean }) {
  const { stop, did, evidence } = why
  const words = stop ? stopWords(stop.code) : null
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <h2 className={classes("text-base font-semibold", words ? inks[words.tone] : "text-ink")}>
          {words?.title ?? says.standing[why.standing]}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-soft">
          {stop ? words?.meaning || stop.summary : says.standingMeaning[why.standing]}
        </p>
        {stop && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
            <code className="font-mono">{stop.code}</code>
            <span>{moment(stop.at)}</span>
            {stop.by && <span>{says.stoppedBy(stop.by.name)}</span>}
            <SeqLink session={id} seq={stop.seq} />
          </p>
        )}
        {stop && stop.summary !== words?.title && (
          <p className="mt-1 text-sm wrap-anywhere">
            <Ticked text={stop.summary} />
          </p>
        )}
        {stop?.during && (
          <p className="text-xs text-ink-faint">
            {says.during(stop.during.what)} <SeqLink session={id} seq={stop.during.seq} />
          </p>
        )}
        <p className="mt-2 line-clamp-3 border-l-2 border-line pl-2 text-xs wrap-anywhere text-ink-faint">{why.task}</p>
        {why.undone && <p className="mt-1 text-xs text-warn">{says.undone}</p>}
        {canAct && <NextSteps session={id} why={why} />}
      </div>
      <Asks id={id} why={why} />
      <EvidenceList id={id} title={says.evidenceAgainst} tone="bad" evidence={evidence.against} />
      <Facts title={says.missing} items={why.missing.map((text) => ({ text, seq: null }))} tone="missing" id={id} />
      <EvidenceList id={id} title={says.evidenceFor} tone="good" evidence={evidence.for} />
      <EvidenceList id={id} title={says.evidenceContext} tone="context" evidence={evidence.context} />
      {did.checks.length > 0 && (
        <Section title={says.checks}>
          <ul>
            {did.checks.map((check) => (
              <CheckFact key={`${check.seq} ${check.command}`} session={id} check={check} />
            ))}
          </ul>
        </Section>
      )}
      <Did id={id} why={why} />
      <Facts
        id={id}
        title={says.interruptions}
        tone="unknown"
        items={why.interruptions.map(({ what, seq }) => ({ text: what, seq }))}
      />
      <Facts
        id={id}
        title={says.failures}
        tone="bad"
        items={why.failures.map(({ kind, message, seq, retryAt }) => ({
          text: `${kind}: ${message}${retryAt ? ` (${says.retryAt(moment(retryAt))})` : ""}`,
          seq,
        }))}
      />
    </>
  )
}

function Asks({ id, why }: { id: string; why: Why }) {
  return (
    <Facts
      id={id}
      title={says.asks}
      tone="unknown"
      items={why.asks.map(({ question, seq }) => ({ text: question, seq }))}
    />
  )
}

function EvidenceList({
  id,
  title,
  tone,
  evidence,
}: {
  id: string
  title: string
  tone: FactTone
  evidence: readonly Evidence[]
}) {
  if (evidence.length === 0) return null
  return (
    <Section title={title}>
      <ul>
        {evidence.map(({ summary, subject, detail, seq }, at) => (
          <Fact
            // biome-ignore lint/suspicious/noArrayIndexKey: evidence is known by its place
            key={at}
            session={id}
            tone={tone}
            seq={seq ?? null}
            detail={[subject, detail].filter((part) => part && !summary.includes(part)).join(" · ")}
          >
            {summary}
          </Fact>
        ))}
      </ul>
    </Section>
  )
}

function Facts({
  id,
  title,
  tone,
  items,
}: {
  id: string
  title: string
  tone: FactTone
  items: readonly { text: string; seq: number | null }[]
}): ReactNode {
  if (items.length === 0) return null
  return (
    <Section title={title}>
      <ul>
        {items.map(({ text, seq }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same may be told twice
          <Fact key={at} session={id} tone={tone} seq={seq}>
            {text}
          </Fact>
        ))}
      </ul>
    </Section>
  )
}

function Did({ id, why: { did } }: { id: string; why: Why }) {
  const workspace = useSessionState(id)?.log.workspace
  const calls = Object.entries(did.tools) as [keyof typeof did.tools, number][]
  const words = [
    ...(did.steps > 0 ? [says.steps(did.steps)] : []),
    ...calls.map(([status, count]) => says.calls(count, says.callStates[status])),
    ...(did.files.length > 0 ? [says.files(did.files.length)] : []),
  ]
  return (
    <Section title={says.did}>
      <p className="text-sm text-ink-soft">{words.length > 0 ? `${words.join(", ")}.` : says.nothingDone}</p>
      {did.files.length > 0 && (
        <ul className="mt-1">
          {did.files.map(({ path, change, seq }) => (
            <li key={path} className="flex items-center gap-2 text-xs pointer-coarse:py-2">
              <span className="min-w-0 truncate font-mono">{(workspace && inWorkspace(path, workspace)) || path}</span>
              <span className="grow text-ink-faint">{says.fileChange[change]}</span>
              <SeqLink session={id} seq={seq} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
