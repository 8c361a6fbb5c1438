import type { Totals } from "../../src/session/state.ts"
import { cost, tokens } from "../texts/amounts.ts"
import { texts } from "../texts.ts"

const says = texts.inspector.context

/** Usage of the session and of its newest turn. */
export function UsageTable({ usage }: { usage: { total: Totals; turn: Totals } }) {
  return (
    <dl className="grid gap-1 text-sm">
      <Line name={says.ofSession} totals={usage.total} />
      <Line name={says.ofTurn} totals={usage.turn} />
    </dl>
  )
}

function Line({ name, totals }: { name: string; totals: Totals }) {
  const { input, output, cacheRead, cost: spent, unpriced, calls } = totals
  const parts = [
    says.calls(calls),
    // Some servers do not report tokens.
    ...(input + output > 0 ? [`${tokens(input)} ${says.input}`, `${tokens(output)} ${says.output}`] : []),
    ...(cacheRead > 0 ? [`${tokens(cacheRead)} ${says.cached}`] : []),
    ...(spent > 0 ? [unpriced > 0 ? texts.cards.stop.costAtLeast(cost(spent)) : cost(spent)] : []),
  ]
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="grow text-ink-soft">{name}</dt>
      <dd className="text-xs text-ink-faint tabular-nums">{parts.join(" · ")}</dd>
    </div>
  )
}
