import type { Attempt, Done, SessionState } from "../../src/session/state.ts"
import { type StopWords, stopWords } from "../../src/session/view/stop-words.ts"
import { texts } from "../texts.ts"
import { TodoList } from "../transcript/cards/todo-list.tsx"
import { classes } from "../ui/classes.ts"
import { CheckFact } from "./check-fact.tsx"
import type { TabProps } from "./inspector.tsx"
import { Nothing, Section } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { useStateAt } from "./use-state-at.ts"

const says = texts.inspector.done

const statusLooks = {
  draft: "bg-sunken text-ink-soft",
  "in-progress": "bg-info-soft text-info",
  verifying: "bg-info-soft text-info",
  fixing: "bg-warn-soft text-warn",
  done: "bg-good-soft text-good",
  failed: "bg-bad-soft text-bad",
} as const satisfies Record<Done["status"], string>

/** The definition of done, the progress, and what was verified. */
export function DoneTab({ id, at }: TabProps) {
  const state = useStateAt(id, at)
  if (!state) return <Nothing>{texts.loading}</Nothing>
  const { done } = state.branch
  if (!done) return <Nothing>{says.empty}</Nothing>
  return (
    <>
      <Section title={says.task} aside={<Status state={state} status={done.status} />}>
        <p className="line-clamp-6 text-sm wrap-anywhere">{done.task}</p>
        <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-ink-faint">
          {done.touchedCount > 0 && <span>{says.touched(done.touchedCount)}</span>}
          {done.retries > 0 && <span>{says.retries(done.retries, done.retryBudget)}</span>}
          <SeqLink session={id} seq={done.definedAt} />
        </p>
      </Section>
      {done.criteria.length > 0 && (
        <Section title={says.criteria}>
          <ul className="list-disc pl-5 text-sm">
            {done.criteria.map((criterion) => (
              <li key={criterion.id} className="break-words">
                {criterion.text}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {done.items.length > 0 && (
        <Section title={says.items}>
          <div className="-mx-3 -my-2">
            <TodoList items={done.items} />
          </div>
        </Section>
      )}
      <Section title={says.attempts}>
        {done.attempts.length === 0 && <p className="text-sm text-ink-faint">{says.noAttempts}</p>}
        {done.attempts.toReversed().map((attempt, at) => (
          <AttemptView key={attempt.id} session={id} attempt={attempt} isNewest={at === 0} />
        ))}
      </Section>
    </>
  )
}

const stopLooks = {
  good: "bg-good-soft text-good",
  plain: "bg-sunken text-ink-soft",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
} as const satisfies Record<StopWords["tone"], string>

const underWay: ReadonlySet<Done["status"]> = new Set(["in-progress", "verifying", "fixing"])

/** The progress; without an open turn, how the last one ended. */
function Status({ state, status }: { state: SessionState; status: Done["status"] }) {
  const { stop } = state.branch
  const ended = state.log.turn === null && stop && underWay.has(status) ? stopWords(stop.code) : null
  const look = ended ? stopLooks[ended.tone] : statusLooks[status]
  return (
    <span className={classes("rounded-full px-2 py-0.5 text-xs font-medium", look)}>
      {ended?.title ?? says.status[status]}
    </span>
  )
}

function AttemptView({ session, attempt, isNewest }: { session: string; attempt: Attempt; isNewest: boolean }) {
  const isStale = attempt.status === "stale"
  return (
    <div className="mb-3 last:mb-0">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="font-medium">{says.attempt(attempt.number)}</span>
        <span className="grow text-xs text-ink-faint">{texts.inspector.checkStatus[attempt.status]}</span>
        <SeqLink session={session} seq={attempt.plannedAt} />
      </p>
      <ul>
        {attempt.checks.map(({ id, command, status, summary, strength, finishedAt, startedAt }) => (
          <CheckFact
            key={id}
            session={session}
            about={texts.inspector.strength[strength]}
            check={{
              command,
              status: isStale && status === "passed" ? "stale" : status,
              summary,
              strength,
              attempt: null,
              seq: finishedAt ?? startedAt,
            }}
          />
        ))}
      </ul>
      {attempt.strongest && isNewest && (
        <p className="mt-1 text-xs text-ink-faint">{says.strongest(texts.inspector.strength[attempt.strongest])}</p>
      )}
      {attempt.uncovered.length > 0 && isNewest && (
        <p className="mt-1 text-xs text-warn">
          {says.uncovered}: <span className="font-mono wrap-anywhere">{attempt.uncovered.join(", ")}</span>
        </p>
      )}
    </div>
  )
}
