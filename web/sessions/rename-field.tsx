import { type KeyboardEvent, useEffect, useRef } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { rename } from "../live/actions.ts"
import { texts } from "../texts.ts"

/** Edits a session's title in place: Enter and blur save, Escape cancels. */
export function RenameField({ row, onEnd }: { row: Row; onEnd: (how: { byKey: boolean }) => void }) {
  const field = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => field.current?.select(), [])

  const end = (title: string | null, byKey: boolean) => {
    if (isOver.current) return
    isOver.current = true
    if (title && title !== row.title) void rename(row.id, title)
    onEnd({ byKey })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") end(event.currentTarget.value.trim(), true)
    if (event.key !== "Escape") return
    event.preventDefault()
    end(null, true)
  }
  return (
    <input
      ref={field}
      // biome-ignore lint/a11y/noAutofocus: a person asked to write here.
      autoFocus
      aria-label={texts.sessions.row.rename}
      defaultValue={row.title ?? ""}
      maxLength={1000}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget }) => end(currentTarget.value.trim(), false)}
      className="mx-1.5 my-auto min-h-9 w-full min-w-0 rounded-md border border-line-strong bg-ground px-2 text-sm pointer-coarse:min-h-11 pointer-coarse:text-base"
    />
  )
}
