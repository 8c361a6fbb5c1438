import { Ellipsis, GitFork, MessageSquare, Pin } from "lucide-react"
import { type MouseEvent, memo, useRef } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { isUnread, sessionStatusOf } from "../live/session-status.ts"
import { useVisible } from "../live/visible.ts"
import { number } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { PageLink } from "../ui/page-link.tsx"
import { StatusBadge } from "../ui/status-badge.tsx"
import { Ago } from "./ago.tsx"
import { RenameField } from "./rename-field.tsx"
import { nameOf } from "./row-texts.ts"

const words = texts.sessions

export type RowActions = {
  menu: (id: string, event: MouseEvent<HTMLElement>) => void
  check: (id: string, event: { shiftKey: boolean }) => void
  rename: (id: string | null) => void
  focus: (id: string) => void
}

export type RowProps = {
  row: Row
  now: Date
  /** The title of the parent session, if known. */
  parent: string | null
  isShown: boolean
  /** The row in the tab order. */
  isActive: boolean
  isEditing: boolean
  /** Null outside of selection mode. */
  isSelected: boolean | null
  actions: RowActions
}

/** One session in the list. */
export const SessionRow = memo(function SessionRow(props: RowProps) {
  const { row, isShown, isActive, isEditing, isSelected, actions } = props
  const { id } = row
  const title = row.title ?? words.untitled
  const goesBack = useRef(false)
  return (
    <div
      className={classes(
        "group/row relative flex h-full items-stretch rounded-lg",
        isShown ? "bg-accent-soft" : isSelected ? "bg-info-soft" : "hover:bg-surface",
      )}
    >
      {isSelected !== null && (
        <label className="grid w-9 shrink-0 place-items-center pointer-coarse:w-11">
          <input
            type="checkbox"
            aria-label={words.row.check(title)}
            checked={isSelected}
            tabIndex={isActive ? 0 : -1}
            onChange={() => undefined}
            onClick={(event) => actions.check(id, event)}
            className="size-4 accent-accent"
          />
        </label>
      )}
      {isEditing ? (
        <RenameField
          row={row}
          onEnd={({ byKey }) => {
            goesBack.current = byKey
            actions.rename(null)
          }}
        />
      ) : (
        <PageLink
          to={{ session: id }}
          ref={(link) => {
            if (!link || !goesBack.current) return
            goesBack.current = false
            link.focus()
          }}
          data-session={id}
          tabIndex={isActive ? 0 : -1}
          aria-current={isShown ? "page" : undefined}
          draggable={false}
          onFocus={() => actions.focus(id)}
          onContextMenu={(event) => actions.menu(id, event)}
          onDoubleClick={() => isSelected === null && actions.rename(id)}
          onClick={(event) => {
            if (isSelected === null && !event.shiftKey) return
            event.preventDefault()
            actions.check(id, event)
          }}
          className={classes(
            "flex min-w-0 grow flex-col justify-center gap-0.5 rounded-lg py-1.5 pr-2.5",
            isSelected === null ? "pl-2.5 pointer-coarse:pr-12" : "pl-0",
          )}
        >
          <Lines {...props} title={title} />
        </PageLink>
      )}
      {!isEditing && isSelected === null && (
        <button
          type="button"
          aria-label={words.row.menu(title)}
          aria-haspopup="menu"
          tabIndex={isActive ? 0 : -1}
          onFocus={() => actions.focus(id)}
          onClick={(event) => actions.menu(id, event)}
          className={classes(
            "absolute top-1 right-1 grid size-7 place-items-center rounded-md text-ink-soft opacity-0 group-hover/row:opacity-100 hover:bg-sunken hover:text-ink focus-visible:opacity-100 pointer-coarse:inset-y-0 pointer-coarse:size-11 pointer-coarse:my-auto pointer-coarse:opacity-100",
            isShown ? "bg-accent-soft" : "bg-surface pointer-coarse:bg-transparent",
          )}
        >
          <Ellipsis size={16} aria-hidden />
        </button>
      )}
    </div>
  )
})

function Lines({ row, now, parent, title, isShown }: RowProps & { title: string }) {
  // The shown session is marked as read a moment later: do not flash it as unread.
  const isLookedAt = useVisible() && isShown
  const unread = isUnread(row) && !isLookedAt
  const status = sessionStatusOf(row)
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <StatusBadge status={status} />
        <span title={title} className={classes("truncate text-sm text-ink", unread && "font-semibold")}>
          {title}
        </span>
        {unread && (
          <span className="size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{words.row.unread}</span>
          </span>
        )}
        <Ago at={row.updatedAt} now={now} className="ml-auto" />
      </span>
      <span className="flex min-w-0 items-center gap-1.5 pl-[23px] text-xs text-ink-faint">
        {row.parent && <ForkSign from={parent} />}
        {row.pinned && row.archived && (
          <span className="shrink-0">
            <Pin size={11} aria-hidden />
            <span className="sr-only">{words.row.pinned}</span>
          </span>
        )}
        <span title={row.project} className={classes("truncate", row.tags.length > 0 && "max-w-2/5 shrink-0")}>
          {nameOf(row.project)}
        </span>
        <span title={words.row.messages(row.messages)} className="flex shrink-0 items-center gap-1 tabular-nums">
          <MessageSquare size={11} aria-hidden />
          <span aria-hidden>{number(row.messages)}</span>
          <span className="sr-only">{words.row.messages(row.messages)}</span>
        </span>
        <RowTags tags={row.tags} />
      </span>
    </>
  )
}

const tagsAtMost = 2

function RowTags({ tags }: { tags: readonly string[] }) {
  const rest = tags.slice(tagsAtMost)
  return (
    <>
      {tags.slice(0, tagsAtMost).map((tag) => (
        <span
          key={tag}
          title={tag}
          className={classes(tagShape, "truncate", tags.length > 1 ? "max-w-16" : "max-w-24")}
        >
          <span className="sr-only">{words.row.tag(tag)}</span>
          <span aria-hidden>{tag}</span>
        </span>
      ))}
      {rest.length > 0 && (
        <span title={rest.join(", ")} className={classes(tagShape, "shrink-0")}>
          <span className="sr-only">{rest.map(words.row.tag).join(", ")}</span>
          <span aria-hidden>{words.row.moreTags(rest.length)}</span>
        </span>
      )}
    </>
  )
}

const tagShape = "rounded border border-line px-1 leading-4 text-ink-soft"

function ForkSign({ from }: { from: string | null }) {
  const name = from === null ? words.row.forked : words.row.forkedFrom(from)
  return (
    <span title={name} className="shrink-0">
      <GitFork size={12} aria-hidden />
      <span className="sr-only">{name}</span>
    </span>
  )
}
