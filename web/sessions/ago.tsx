import { moment } from "../texts/amounts.ts"
import { classes } from "../ui/classes.ts"
import { agoOf } from "./row-texts.ts"

/** A short relative time, with the exact one as a hint. */
export function Ago({ at, now, className }: { at: string; now: Date; className?: string }) {
  return (
    <time
      dateTime={at}
      title={moment(at)}
      className={classes("shrink-0 text-xs text-ink-faint tabular-nums", className)}
    >
      {agoOf(at, now)}
    </time>
  )
}
