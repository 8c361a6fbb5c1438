import { useState } from "react"
import { Fact } from "../../inspector/fact.tsx"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import type { StopFact } from "./stop-facts.ts"

const shownAtFirst = 8

/** The facts of a stop card, collapsed if there are many. */
export function StopFactList({
  session,
  facts,
  isUndone,
}: {
  session: string
  facts: readonly StopFact[]
  isUndone: boolean
}) {
  const [all, setAll] = useState(false)
  if (facts.length === 0) return null
  const shown = all ? facts : facts.slice(0, shownAtFirst)
  return (
    <ul className={classes("mt-2", isUndone && "**:text-ink-faint")}>
      {shown.map(({ tone, text, detail, seq }) => (
        <Fact key={`${tone} ${text}`} session={session} tone={tone} seq={seq} detail={detail}>
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
            {texts.cards.stop.more(facts.length - shown.length)}
          </button>
        </li>
      )}
    </ul>
  )
}
