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
import { connectionProblem } from "../live/connection-watch.ts"
import { type SessionStatus, type Tone, toneOf } from "../live/session-status.ts"
import { texts } from "../texts.ts"
import { classes } from "./classes.ts"
import { Spinner } from "./spinner.tsx"

const signs: Readonly<Record<Exclude<SessionStatus, "working">, LucideIcon>> = {
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
 * A status icon with an accessible name, visible with `words`. Without a connection it does not move, since the
 * status may be old.
 */
export function StatusBadge({
  status,
  words = false,
  past = false,
}: {
  status: SessionStatus
  words?: boolean
  /** A past status, without motion. */
  past?: boolean
}) {
  const isAway = useCell(connectionProblem, (wrong) => wrong !== null)
  const isUnsure = (isAway || past) && status === "working"
  const name = past && status === "working" ? texts.shell.wasWorking : texts.shell.sessionStatus[status]
  const tone = isUnsure ? "plain" : toneOf[status]
  return (
    <span className={classes("inline-flex shrink-0 items-center gap-1.5", toneInk[tone])}>
      <Sign status={status} still={isUnsure} />
      <span className={words ? "text-xs font-medium" : "sr-only"}>{name}</span>
    </span>
  )
}

function Sign({ status, still }: { status: SessionStatus; still: boolean }) {
  if (status === "working") return <Spinner still={still} />
  const Icon = signs[status]
  return <Icon size={15} aria-hidden />
}
