import { type KeyboardEvent, useState } from "react"
import { rename } from "../live/actions.ts"
import { useCell } from "../live/cell.ts"
import { renaming } from "../live/renaming.ts"
import { texts } from "../texts.ts"

const words = texts.shell.header

/** The title, editable on click: Enter and blur save, Escape cancels. */
export function SessionTitle({ id, title }: { id: string; title: string | null }) {
  const isOpen = useCell(renaming, (session) => session === id)
  if (isOpen) return <TitleField id={id} title={title} />
  return (
    <h1 className="flex min-w-0 text-sm font-semibold">
      <button
        type="button"
        title={words.rename}
        onClick={() => renaming.set(id)}
        className="min-w-0 truncate rounded-md px-1.5 text-left hover:bg-sunken pointer-coarse:min-h-11"
      >
        {title ?? words.untitled}
      </button>
    </h1>
  )
}

function TitleField({ id, title }: { id: string; title: string | null }) {
  const [text, setText] = useState(title ?? "")
  const done = (wanted: string) => {
    renaming.set(null)
    const next = wanted.trim()
    if (next && next !== title) void rename(id, next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Enter") done(text)
    if (event.key !== "Escape") return
    event.stopPropagation()
    done("")
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the person asked for this field.
      autoFocus
      aria-label={words.title}
      value={text}
      maxLength={1000}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => renaming.get() === id && done(text)}
      onKeyDown={onKeyDown}
      className="w-full max-w-xl rounded-md border border-line-strong bg-surface px-1.5 text-sm font-semibold"
    />
  )
}
