import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleStop,
  CircleX,
  Hand,
  Lock,
  type LucideIcon,
  Zap,
} from "lucide-react"
import { useCell } from "../live/cell.ts"
import { trouble } from "../live/reach.ts"
import { type Standing, type Tone, toneOf } from "../live/standing.ts"
import { texts } from "../texts.ts"
import { classes } from "./classes.ts"
import { Spinner } from "./spinner.tsx"

const signs: Readonly<Record<Exclude<Standing, "working">, LucideIcon>> = {
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

/**
 * The sign of a standing, named for screen readers; with `words` the name is seen by everybody. While the server is away
 * nobody knows whether the work goes on: its sign is still.
 */
export function StandingSign({
  standing,
  words = false,
  past = false,
}: {
  standing: Standing
  words?: boolean
  /** It stood so then: nothing moves any more. */
  past?: boolean
}) {
  const isAway = useCell(trouble, (wrong) => wrong !== null)
  const isUnsure = (isAway || past) && standing === "working"
  const name = past && standing === "working" ? texts.shell.wasWorking : texts.shell.standing[standing]
  const tone = isUnsure ? "plain" : toneOf[standing]
  return (
    <span className={classes("inline-flex shrink-0 items-center gap-1.5", toneInk[tone])}>
      <Sign standing={standing} still={isUnsure} />
      <span className={words ? "text-xs font-medium" : "sr-only"}>{name}</span>
    </span>
  )
}

function Sign({ standing, still }: { standing: Standing; still: boolean }) {
  if (standing === "working") return <Spinner still={still} />
  const Icon = signs[standing]
  return <Icon size={15} aria-hidden />
}
