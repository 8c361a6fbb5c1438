import {
  Bookmark,
  Check,
  CircleDashed,
  CircleHelp,
  CircleSlash,
  FileDiff,
  FileText,
  ListChecks,
  type LucideIcon,
  Search,
  Telescope,
  Terminal,
  Unplug,
  Wrench,
  X,
} from "lucide-react"
import { lazy, useEffect, useState } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { useSessionState } from "../../live/use-session.ts"
import { duration } from "../../texts/amounts.ts"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { Fold } from "./card-fold.tsx"
import { changeCounts, fileChanges } from "./file-changes.ts"
import { type ToolKind, toolKind, toolLine } from "./tool-line.ts"

type Tool = Item<"tool">

const Details = lazy(async () => ({ default: (await import("./tool-details.tsx")).ToolDetails }))

const icons = {
  command: Terminal,
  file: FileDiff,
  look: FileText,
  search: Search,
  todo: ListChecks,
  explore: Telescope,
  other: Wrench,
} as const satisfies Record<ToolKind, LucideIcon>

/** A tool call: a line that opens to its details. */
export function ToolCard({ session, item }: ItemProps<"tool">) {
  const { verb, target } = toolLine(item)
  const kind = toolKind(item.name)
  const Icon = icons[kind]
  const says = texts.cards.tool
  const isAsked = useSessionState(session)?.log.asks.open.some(({ call }) => call === item.call) ?? false
  // Open while output streams or an approval waits; afterwards the line is enough.
  const first = kind === "command" ? item.state === "running" : kind === "file" && item.state === "called" && isAsked
  const name = `${verb} ${target}: ${says.states[item.state]}`
  return (
    <ItemFrame item={item} name={name}>
      <Fold
        id={`${session} ${item.seq}`}
        first={first}
        line={
          <>
            <Icon size={15} aria-hidden className="shrink-0 text-ink-faint" />
            <span className="shrink-0 text-ink-soft">{verb}</span>
            <span className="min-w-0 truncate font-mono text-xs text-ink">{target}</span>
            <span className="grow" />
            {item.repaired.length > 0 && <Repaired item={item} />}
            {kind === "file" && <Counts item={item} />}
            <State item={item} />
          </>
        }
      >
        <Details session={session} item={item} />
      </Fold>
    </ItemFrame>
  )
}

function Repaired({ item }: { item: Tool }) {
  const says = texts.cards.tool
  return (
    <span
      title={item.repaired.join("\n")}
      className="inline-flex shrink-0 items-center gap-1 rounded-sm bg-info-soft px-1 text-xs text-info"
    >
      <Bookmark size={11} aria-hidden />
      {says.repaired}
    </span>
  )
}

function Counts({ item }: { item: Tool }) {
  const { added, removed } = changeCounts(fileChanges(item))
  // A failed or denied call changed nothing, whatever it requested.
  const isMeant = item.state === "called" || item.state === "running" || item.state === "ok" || item.changed.length > 0
  if (added + removed === 0 || !isMeant) return null
  const says = texts.cards.diff
  return (
    <span className="shrink-0 font-mono text-xs tabular-nums">
      <span className="text-good" title={says.added(added)}>
        +{added}
      </span>{" "}
      <span className="text-bad" title={says.removed(removed)}>
        −{removed}
      </span>
    </span>
  )
}

const signs = {
  called: { icon: CircleDashed, ink: "text-ink-faint", words: false },
  running: { icon: null, ink: "text-accent", words: false },
  ok: { icon: Check, ink: "text-good", words: false },
  error: { icon: X, ink: "text-bad", words: true },
  denied: { icon: CircleSlash, ink: "text-warn", words: true },
  skipped: { icon: CircleSlash, ink: "text-ink-faint", words: true },
  interrupted: { icon: Unplug, ink: "text-warn", words: true },
  unknown: { icon: CircleHelp, ink: "text-warn", words: true },
} as const satisfies Record<Tool["state"], unknown>

/** How a command failed; a timeout counts as such, whatever its exit code. */
function endOf({ job, durationMs, exitCode }: Tool): string | null {
  const says = texts.cards.output
  const limit = job?.timeLimitMs ?? null
  if (limit !== null && durationMs !== null && durationMs >= limit) return says.timeLimit
  return exitCode === null ? null : says.exitCode(exitCode)
}

/** A call's status; anything but success in words. */
function State({ item }: { item: Tool }) {
  const { icon: Icon, ink, words } = signs[item.state]
  const says = texts.cards
  const failed = item.state === "error" ? endOf(item) : null
  return (
    <>
      {item.state === "running" && item.since && <Elapsed since={item.since} />}
      {item.durationMs !== null && item.durationMs >= 1_000 && (
        <span className="shrink-0 text-xs text-ink-faint tabular-nums">{duration(item.durationMs)}</span>
      )}
      <span className={classes("inline-flex shrink-0 items-center gap-1 text-xs", ink)}>
        {words ? (
          (failed ?? says.tool.states[item.state])
        ) : (
          <span className="sr-only">{says.tool.states[item.state]}</span>
        )}
        {Icon ? <Icon size={14} aria-hidden /> : <Spinner />}
      </span>
    </>
  )
}

/** The running time, shown from two seconds on. */
function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const milliseconds = now - Date.parse(since)
  if (milliseconds < 2_000) return null
  return (
    <span className="shrink-0 text-xs text-ink-faint tabular-nums">
      {duration(Math.floor(milliseconds / 1000) * 1000)}
    </span>
  )
}
