import { type KeyboardEvent, useState } from "react"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"

/** Says a message in other words, in its place. */
export function InputEdit({
  text,
  onSend,
  onCancel,
}: {
  text: string
  onSend: (text: string) => void
  onCancel: () => void
}) {
  const [words, setWords] = useState(text)
  const { editName, editHint, editSend } = texts.transcript
  const isReady = words.trim() !== ""
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onCancel()
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isReady) onSend(words)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="w-full rounded-xl border border-accent bg-surface p-3">
      <textarea
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here.
        autoFocus
        aria-label={editName}
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-[50vh] min-h-16 w-full resize-none bg-transparent outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <p className="grow text-xs text-ink-faint">{editHint}</p>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button look="primary" disabled={!isReady} onClick={() => onSend(words)}>
          {editSend}
        </Button>
      </div>
    </div>
  )
}
