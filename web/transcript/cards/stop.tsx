import { CircleCheck, CirclePause, CircleStop, CircleX, type LucideIcon } from "lucide-react"
import { upperFirst } from "../../../src/base/letter-case.ts"
import { knownFacts } from "../../../src/session/view/known-facts.ts"
import type { StopWords } from "../../../src/session/view/stop-words.ts"
import type { Took } from "../../../src/session/view/took.ts"
import { endOf } from "../../../src/session/view/turn-end.ts"
import { useSessionState } from "../../live/use-session.ts"
import { cost, duration } from "../../texts/amounts.ts"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Ticked } from "../../ui/ticked.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { useIsUndone } from "../list-facts.ts"
import { StopActions, useStopWhy } from "./stop-actions.tsx"
import { stopFacts } from "./stop-facts.ts"
import { StopFactList } from "./stop-facts-view.tsx"

const says = texts.cards.stop

const looks = {
  good: { icon: CircleCheck, ink: "text-good", edge: "border-good/40" },
  plain: { icon: CircleStop, ink: "text-ink-faint", edge: "border-line" },
  warn: { icon: CirclePause, ink: "text-warn", edge: "border-warn/40" },
  bad: { icon: CircleX, ink: "text-bad", edge: "border-bad/40" },
} as const satisfies Record<StopWords["tone"], { icon: LucideIcon; ink: string; edge: string }>

/** The stop card: how the turn ended, on what facts, and the next steps. */
export function StopCard({ session, item, at }: ItemProps<"stop">) {
  const state = useSessionState(session)
  const isNewest = state?.branch.stop?.seq === item.seq && at === null
  const why = useStopWhy(session, item.turn, { isNewest, isNeeded: at === null && item.took === null })
  const end = endOf(item, item.facts ?? (why && state ? knownFacts(why, state.log.workspace) : {}))
  const isKnownUndone = useIsUndone(item.turn)
  const isUndone = isKnownUndone || (why?.undone ?? false)
  // A verdict about undone changes is no longer good news.
  const { icon: Icon, ink, edge } = looks[isUndone ? "plain" : end.tone]
  const facts = stopFacts(item, end, isUndone ? "undone" : "there")
  const name = `${says.name}: ${end.title}`
  const footer = (
    <>
      <Usage took={item.took ?? why?.took ?? null} />
      <StopActions session={session} item={item} why={why} isUndone={isUndone} disabled={at !== null} />
    </>
  )
  // A normal end takes one line: most turns of a conversation end that way.
  const isQuiet = end.tone === "good" && end.reason === null && facts.every((fact) => fact.isRemark)
  if (isQuiet && !isUndone) {
    return (
      <ItemFrame item={item} name={name} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Icon size={16} aria-hidden className={classes("shrink-0", ink)} />
        <p className="text-sm text-ink-soft">{[end.title, ...facts.map(({ text }) => text)].join(" · ")}</p>
        {footer}
      </ItemFrame>
    )
  }
  // Next steps are for the newest turn only.
  const line = end.reason ?? (isNewest ? says.words(item.code).meaning : null)
  return (
    <ItemFrame item={item} name={name} className={classes("border bg-surface px-4 py-3", edge)}>
      <header className="flex items-start gap-2.5">
        <Icon size={18} aria-hidden className={classes("mt-0.5 shrink-0", ink)} />
        <div className="min-w-0 grow">
          <p className={classes("font-medium", ink)}>{end.title}</p>
          {line && (
            <p className="text-sm wrap-anywhere text-ink-soft">
              <Ticked text={upperFirst(line)} />
            </p>
          )}
          {isUndone && <p className="text-sm text-warn">{texts.inspector.why.undone}</p>}
          {item.during && <p className="text-xs text-ink-faint">{says.during(item.during.what)}</p>}
        </div>
      </header>
      <StopFactList session={session} facts={facts} isUndone={isUndone} />
      <footer className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">{footer}</footer>
    </ItemFrame>
  )
}

/** The turn's duration and usage. */
function Usage({ took }: { took: Took | null }) {
  if (took === null) return null
  const { durationMs, input, output, cost: spent, unpriced } = took
  const parts = [
    duration(durationMs),
    input + output > 0 ? says.usage(input, output) : null,
    spent > 0 ? (unpriced > 0 ? says.costAtLeast(cost(spent)) : cost(spent)) : null,
  ].filter((part) => part !== null)
  return <p className="text-xs text-ink-faint tabular-nums">{parts.join(" · ")}</p>
}
