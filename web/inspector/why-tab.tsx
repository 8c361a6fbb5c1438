import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { factPoints, type KnownFacts } from "../../src/session/view/fact-points.ts"
import { knownFacts } from "../../src/session/view/known-facts.ts"
import { stopWords } from "../../src/session/view/stop-words.ts"
import { endOf } from "../../src/session/view/turn-end.ts"
import { why as explain, type Why } from "../../src/session/view/why.ts"
import { useCell } from "../live/cell.ts"
import { inspector, openInspector } from "../live/inspector-state.ts"
import { useApi } from "../live/queries.ts"
import { inWorkspace } from "../live/relative-path.ts"
import { useSessionState } from "../live/use-session.ts"
import { moment } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { Ticked } from "../ui/ticked.tsx"
import { Details } from "./details.tsx"
import { Facts } from "./facts.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { NextSteps } from "./next-steps.tsx"
import { Nothing, Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { Timeline, Trace } from "./timeline.tsx"
import { WhyFacts } from "./why-facts.tsx"

const says = texts.inspector.why

/** Why a turn stopped, or why it has not. */
export function WhyTab({ id, at }: TabProps) {
  return at === null ? <WhyNow id={id} /> : <WhyThen id={id} at={at} />
}

function WhyNow({ id }: { id: string }) {
  const state = useSessionState(id)
  const version = state?.seq
  const turn = useCell(inspector, (place) => place.turn)
  const newest = state?.log.turn?.id ?? state?.branch.stop?.turn
  const query = turn ? { turn } : {}
  const answer = useApi("GET /api/sessions/:id/why", { params: { id }, query }, { version })
  const timeline = useApi("GET /api/sessions/:id/timeline", { params: { id } }, { version })
  return (
    <Loaded query={answer}>
      {({ why }) =>
        why === null ? (
          <Nothing>{says.empty}</Nothing>
        ) : (
          <>
            {turn !== null && turn !== newest && <Chosen />}
            <Explanation id={id} why={why} canAct />
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
      <Explanation id={id} why={why} canAct={false} />
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
    <div className="px-2 py-2">
      <Details line={says.decisionLog}>
        <Trace session={id} entries={timeline.trace} />
        <Timeline session={id} entries={timeline.view.shown} answers={timeline.view.answers} />
      </Details>
    </div>
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

function Explanation({ id, why, canAct }: { id: string; why: Why; canAct: boolean }) {
  const workspace = useSessionState(id)?.log.workspace ?? ""
  const { stop } = why
  const known = knownFacts(why, workspace)
  const end = stop && endOf(stop, known)
  const points = end ? [...end.because, ...end.points] : factPoints(known)
  // Reasons that are facts are listed below, with their events.
  const reason = end && end.because.length === 0 ? end.reason : null
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <h2 className={classes("text-base font-semibold", end ? inks[end.tone] : "text-ink")}>
          {end?.title ?? says.verdicts[why.standing]}
        </h2>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <Ticked text={reason ?? (stop ? stopWords(stop.code).meaning : says.verdictMeanings[why.standing])} />
        </p>
        {stop && (
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-ink-faint">
            <span>{moment(stop.at)}</span>
            {stop.by && <span>{says.stoppedBy(stop.by.name)}</span>}
            <SeqLink session={id} seq={stop.seq} />
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
      <WhyFacts id={id} why={why} points={points} />
      <Did id={id} why={why} files={known.files ?? []} />
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
        items={why.failures.map(({ message, seq, retryAt }) => ({
          text: `${message}${retryAt ? ` (${says.retryAt(moment(retryAt))})` : ""}`,
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

function Did({ id, why: { did }, files }: { id: string; why: Why; files: NonNullable<KnownFacts["files"]> }) {
  const workspace = useSessionState(id)?.log.workspace ?? ""
  const calls = Object.entries(did.tools) as [keyof typeof did.tools, number][]
  const words = [
    ...(did.steps > 0 ? [says.steps(did.steps)] : []),
    ...calls.map(([status, count]) => says.calls(count, says.callStates[status])),
  ]
  const seqOf = (path: string) =>
    did.files.find((file) => (inWorkspace(file.path, workspace) || file.path) === path)?.seq
  return (
    <Section title={says.did}>
      <p className="text-sm text-ink-soft">{words.length > 0 ? `${words.join(", ")}.` : says.nothingDone}</p>
      {files.length > 0 && (
        <ul className="mt-1">
          {files.map(({ path, change }) => {
            const seq = seqOf(path)
            return (
              <li key={path} className="flex items-center gap-2 text-xs pointer-coarse:py-2">
                <span className="min-w-0 truncate font-mono">{path}</span>
                <span className="grow text-ink-faint">{says.fileChange[change]}</span>
                {seq !== undefined && <SeqLink session={id} seq={seq} />}
              </li>
            )
          })}
        </ul>
      )}
    </Section>
  )
}

const eventsPerPage = 2_000

/** The explanation of a turn at an event, from the preceding page of the log. */
function useWhyAt(id: string, at: number | null): Why | null | undefined {
  const query = { before: (at ?? 0) + 1, limit: eventsPerPage }
  const page = useApi("GET /api/sessions/:id/events", { params: { id }, query }, { enabled: at !== null })
  if (at === null || !page.data) return undefined
  return explain(page.data.events, { driven: true })
}
