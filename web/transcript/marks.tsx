import {
  CircleHelp,
  CornerDownLeft,
  FileText,
  GitFork,
  type LucideIcon,
  Minimize2,
  RefreshCcw,
  Route,
  Scissors,
  Undo2,
} from "lucide-react"
import type { ReactNode } from "react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { texts } from "../texts.ts"
import { PageLink } from "../ui/page-link.tsx"
import { Ticked } from "../ui/ticked.tsx"
import { Fold } from "./fold.tsx"
import { ItemFrame } from "./item-frame.tsx"
import type { ItemProps } from "./item-props.ts"
import { Markdown } from "./markdown.tsx"

/** The context was compacted. */
export function CompactionMark({ session, item }: ItemProps<"compaction">) {
  const words = texts.transcript.compacted(item.removed)
  return (
    <Mark item={item} icon={Minimize2} name={words}>
      <Fold id={`${session}:${item.seq}:summary`} title={words}>
        <Markdown text={item.summary} />
      </Fold>
    </Mark>
  )
}

/** Old tool results were shortened. */
export function TrimMark({ item }: ItemProps<"trim">) {
  return <Mark item={item} icon={Scissors} name={texts.transcript.trimmed(item.tokensBefore, item.tokensAfter)} />
}

/** Compaction failed; the context is unchanged. */
export function KeptMark({ item }: ItemProps<"kept">) {
  return <Mark item={item} icon={Minimize2} name={texts.transcript.keptContext(item.because)} />
}

/** The start of a fork. */
export function ForkMark({ item }: ItemProps<"fork">) {
  const { forked, forkedOpen } = texts.transcript
  return (
    <Mark item={item} icon={GitFork} name={forked}>
      {forked} ·{" "}
      <PageLink to={item.parent} className="text-accent underline underline-offset-2">
        {forkedOpen}
      </PageLink>
    </Mark>
  )
}

/** A rewind: the events in between left the conversation. */
export function RewindMark({ item }: ItemProps<"rewind">) {
  return <Mark item={item} icon={Undo2} name={texts.transcript.left(Math.max(0, item.seq - item.to - 1))} />
}

export function ModeMark({ item }: ItemProps<"mode">) {
  const words = texts.transcript.modes[item.mode]
  return (
    <Mark item={item} icon={Route} name={words}>
      {/* The check right below shows why. */}
      {item.mode === "verify" ? words : `${words} — ${item.reason}`}
    </Mark>
  )
}

/** The workflow asked the model to continue, or to try again. */
export function PushBackMark({ item }: ItemProps<"push-back">) {
  return (
    <Mark item={item} icon={CornerDownLeft} name={item.text}>
      <Ticked text={item.text} />
    </Mark>
  )
}

/** Another process resumed the session. */
export function OwnerMark({ item }: ItemProps<"owner">) {
  return <Mark item={item} icon={RefreshCcw} name={texts.transcript.takenUp(item.owner.type)} />
}

export function RestoreMark({ item }: ItemProps<"restore">) {
  const { undone, redone, restoring, leftAlone } = texts.transcript
  const did = item.as === "undo" ? undone : redone
  const words = item.state === "running" ? restoring : did(item.changed.length)
  return (
    <Mark item={item} icon={Undo2} name={item.left.length > 0 ? `${words}, ${leftAlone(item.left.length)}` : words} />
  )
}

/** A person saved a file. */
export function SavedMark({ item }: ItemProps<"saved">) {
  return <Mark item={item} icon={FileText} name={texts.transcript.saved(item.change.path)} />
}

/** An event of a newer Holdfast. */
export function UnknownMark({ item }: ItemProps<"unknown">) {
  return <Mark item={item} icon={CircleHelp} name={texts.transcript.unknown(item.type)} />
}

function Mark({
  item,
  icon: Icon,
  name,
  children = name,
}: {
  item: TranscriptItem
  icon: LucideIcon
  name: string
  children?: ReactNode
}) {
  return (
    <ItemFrame item={item} name={name} className="flex items-start gap-2 text-sm text-ink-faint">
      <Icon size={14} aria-hidden className="mt-1 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </ItemFrame>
  )
}
