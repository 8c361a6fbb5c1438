import { CircleAlert, CircleCheck, CircleDashed, CircleStop, CircleX, Hand, Lock, Zap } from "lucide-react"
import type { ComponentType } from "react"
import { type Standing, type Tone, toneOf } from "../live/standing.ts"
import { texts } from "../texts.ts"
import { classes } from "./classes.ts"
import { Spinner } from "./spinner.tsx"

const signs: Readonly<Record<Exclude<Standing, "working">, ComponentType<{ size?: number; className?: string }>>> = {
  damaged: CircleX,
  newer: Lock,
  trouble: CircleAlert,
  waits: Hand,
  interrupted: Zap,
  failed: CircleX,
  unverified: CircleAlert,
  stopped: CircleStop,
  finished: CircleCheck,
  new: CircleDashed,
}

/** The text colour of each tone. */
const toneInk: Readonly<Record<Tone, string>> = {
  plain: "text-ink-faint",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
}

/** The sign of a standing, named for screen readers; with `words` the name is seen by everybody. */
export function StandingSign({ standing, words = false }: { standing: Standing; words?: boolean }) {
  const name = texts.shell.standing[standing]
  const Sign = standing === "working" ? Spinner : signs[standing]
  return (
    <span className={classes("inline-flex shrink-0 items-center gap-1.5", toneInk[toneOf[standing]])}>
      <Sign {...(standing === "working" ? {} : { size: 15, "aria-hidden": true })} />
      <span className={words ? "text-xs font-medium" : "sr-only"}>{name}</span>
    </span>
  )
}
