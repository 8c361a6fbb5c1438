import type { KeyboardEvent } from "react"
import { useKeptWords } from "../live/use-kept-words.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"

/** Edits a message in place. */
export function InputEdit({
  place,
  text,
  onSend,
  onCancel,
}: {
  place: string
  text: string
  onSend: (text: string) => void
  onCancel: () => void
}) {
  const [kept, keepWords] = useKeptWords(place)
  const words = kept ?? text
  const { editName, editHint, editSend } = texts.transcript
  const isReady = words.trim() !== ""
  const send = () => {
    keepWords(null)
    onSend(words)
  }
  const cancel = () => {
    keepWords(null)
    onCancel()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") cancel()
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && isReady) send()
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
        onChange={({ target }) => keepWords(target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-[50vh] min-h-16 w-full resize-none bg-transparent outline-none"
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <p className="grow text-xs text-ink-faint">{editHint}</p>
        <Button look="quiet" onClick={cancel}>
          {texts.cancel}
        </Button>
        <Button look="primary" disabled={!isReady} onClick={send}>
          {editSend}
        </Button>
      </div>
    </div>
  )
}
