import { CircleCheck, CirclePause, CircleStop, CircleX, type LucideIcon } from "lucide-react"
import { useState } from "react"
import { rollUp } from "../../../src/session/view/evidence.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { Fact } from "../../inspector/fact.tsx"
import { useSessionState } from "../../live/use-session.ts"
import { cost, duration } from "../../texts/amounts.ts"
import type { StopWords } from "../../texts/stops.ts"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Ticked } from "../../ui/ticked.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { useIsUndone } from "../list-facts.ts"
import { StopActions, useStopWhy } from "./stop-actions.tsx"

const says = texts.cards.stop

const looks = {
  good: { icon: CircleCheck, ink: "text-good", edge: "border-good/40" },
  plain: { icon: CircleStop, ink: "text-ink-faint", edge: "border-line" },
  warn: { icon: CirclePause, ink: "text-warn", edge: "border-warn/40" },
  bad: { icon: CircleX, ink: "text-bad", edge: "border-bad/40" },
} as const satisfies Record<StopWords["tone"], { icon: LucideIcon; ink: string; edge: string }>

/** The stop record: how the turn ended, on what evidence, and what can be done next. */
export function StopCard({ session, item, at }: ItemProps<"stop">) {
  const { title, tone, meaning } = says.words(item.code)
  const isNewest = useSessionState(session)?.branch.stop?.seq === item.seq && at === null
  const why = useStopWhy(session, item.turn, isNewest)
  const isKnownUndone = useIsUndone(item.turn)
  const isUndone = isKnownUndone || (why?.undone ?? false)
  // What was proven of changes that are gone is no good news any more.
  const { icon: Icon, ink, edge } = looks[isUndone ? "plain" : tone]
  const facts = factsOf(item)
  const name = `${says.name}: ${title}`
  const footer = (
    <>
      <Usage session={session} isNewest={isNewest} why={why} at={item.at} isUndone={isUndone} />
      <StopActions session={session} turn={item.turn} why={why} disabled={at !== null} />
    </>
  )
  if (isQuiet(item, tone) && !isUndone) {
    return (
      <ItemFrame item={item} name={name} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Icon size={16} aria-hidden className={classes("shrink-0", ink)} />
        <p className="text-sm text-ink-soft">{title}</p>
        {footer}
      </ItemFrame>
    )
  }
  return (
    <ItemFrame item={item} name={name} className={classes("border bg-surface px-4 py-3", edge)}>
      <header className="flex items-start gap-2.5">
        <Icon size={18} aria-hidden className={classes("mt-0.5 shrink-0", ink)} />
        <div className="min-w-0 grow">
          <div className="flex items-baseline gap-2">
            <p className={classes("min-w-0 grow font-medium", ink)}>{title}</p>
            <code className="shrink-0 font-mono text-[0.6875rem] text-ink-faint max-sm:hidden">{item.code}</code>
          </div>
          <p className="text-sm wrap-anywhere text-ink-soft">
            <Ticked text={isNews(item, { title, facts }) ? item.summary : meaning} />
          </p>
          {isUndone && <p className="text-sm text-warn">{texts.inspector.why.undone}</p>}
          {item.during && <p className="text-xs text-ink-faint">{says.during(item.during.what)}</p>}
        </div>
      </header>
      <Facts session={session} facts={facts} isUndone={isUndone} />
      <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">{footer}</footer>
    </ItemFrame>
  )
}

/** An end without evidence that needs nobody's attention is said in one line: most turns of a conversation end so. */
const isQuiet = ({ code, evidence, missing }: Item<"stop">, tone: StopWords["tone"]) =>
  evidence.length === 0 && missing.length === 0 && tone !== "warn" && tone !== "bad" && code !== "cancelled"

type StopFact = { tone: "bad" | "missing" | "good"; text: string; seq: number | undefined }

/** A summary that only says the title or the first fact again is no news: what the end means is. */
function isNews(
  { code, summary }: Item<"stop">,
  { title, facts: [first] }: { title: string; facts: readonly StopFact[] },
): boolean {
  if (code === "cancelled" || summary.trim().toLowerCase().replace(/\W+$/, "") === title.toLowerCase()) return false
  return first === undefined || first.tone === "good" || !summary.includes(first.text)
}

function factsOf(item: Item<"stop">): readonly StopFact[] {
  const { supporting, contradicted, missing } = rollUp(item.evidence)
  const lacking = [...new Set([...missing.map(({ summary }) => summary), ...item.missing])].filter(
    (text) => !contradicted.some(({ summary }) => summary === text),
  )
  // The same fact may support several claims: the inspector tells which.
  return uniqueBy(
    (fact) => `${fact.tone} ${fact.text}`,
    [
      ...contradicted.map((each) => ({ tone: "bad" as const, text: each.summary, seq: each.seq })),
      ...lacking.map((text) => ({ tone: "missing" as const, text, seq: undefined })),
      ...supporting.map((each) => ({ tone: "good" as const, text: each.summary, seq: each.seq })),
    ],
  )
}

const shownAtFirst = 5

function Facts({ session, facts, isUndone }: { session: string; facts: readonly StopFact[]; isUndone: boolean }) {
  const [all, setAll] = useState(false)
  if (facts.length === 0) return null
  const shown = all ? facts : facts.slice(0, shownAtFirst)
  return (
    <ul className={classes("mt-2", isUndone && "**:text-ink-faint")}>
      {shown.map(({ tone, text, seq }) => (
        <Fact key={`${tone} ${text}`} session={session} tone={tone} seq={seq ?? null}>
          {text}
        </Fact>
      ))}
      {shown.length < facts.length && (
        <li>
          <button
            type="button"
            onClick={() => setAll(true)}
            className="min-h-8 pl-6 text-xs text-ink-soft underline pointer-coarse:min-h-11"
          >
            {says.more(facts.length - shown.length)}
          </button>
        </li>
      )}
    </ul>
  )
}

function uniqueBy<T>(keyOf: (each: T) => string, all: readonly T[]): T[] {
  return [...new Map(all.toReversed().map((each) => [keyOf(each), each])).values()].toReversed()
}

/** What the turn took, where it is the newest one: the state counts no others. */
function Usage({
  session,
  isNewest,
  why,
  at,
  isUndone,
}: {
  session: string
  isNewest: boolean
  why: ReturnType<typeof useStopWhy>
  at: string
  isUndone: boolean
}) {
  const usage = useSessionState(session)?.log.usage.turn
  if (!isNewest || !usage) return null
  const parts = [
    why && duration(Date.parse(at) - Date.parse(why.startedAt)),
    usage.input + usage.output > 0 ? says.usage(usage.input, usage.output) : null,
    (usage.cost ?? 0) > 0 ? cost(usage.cost ?? 0) : null,
    why && why.did.files.length > 0 && !isUndone ? says.files(why.did.files.length) : null,
  ].filter((part): part is string => Boolean(part))
  return <p className="text-xs text-ink-faint tabular-nums">{parts.join(" · ")}</p>
}
