import { Pencil, X } from "lucide-react"
import { useState } from "react"
import type { Input } from "../../src/session/state.ts"
import { post, WithdrawnError } from "../live/outbox.ts"
import { appendToDraft } from "../live/restore-draft.ts"
import { places, useKeptWords } from "../live/use-kept-words.ts"
import { texts } from "../texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { notifyProblem } from "../ui/notices.ts"
import { QueueRow } from "./queue-row.tsx"

/** A queued input, which can still be edited or withdrawn. */
export function WaitingInput({ session, input }: { session: string; input: Input }) {
  const [words, keepWords] = useKeptWords(places.waiting(session, input.input))
  const [isEditing, setEditing] = useState(words !== null)
  const edited = words ?? input.text
  const params = { id: session, input: input.input }
  const intoBox = () => appendToDraft(session, { text: input.text, attachments: input.attachments })
  if (isEditing) {
    const close = () => {
      keepWords(null)
      setEditing(false)
    }
    const save = () => {
      close()
      if (edited.trim() === "" && input.attachments.length === 0) return
      if (edited === input.text) return
      notifyFailure(post("PATCH /api/sessions/:id/inputs/:input", session, { params, body: { text: edited } }).answer)
    }
    return (
      <li className="flex flex-wrap items-end gap-2 p-2">
        <textarea
          // biome-ignore lint/a11y/noAutofocus: it was asked for
          autoFocus
          aria-label={texts.composer.editedText}
          value={edited}
          onChange={({ target }) => keepWords(target.value === input.text ? null : target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === "Escape") close()
            else if (event.key === "Enter" && !event.shiftKey) save()
            else return
            event.preventDefault()
            event.stopPropagation()
          }}
          className="field-sizing-content max-h-40 min-h-10 grow basis-60 resize-none rounded-lg border border-line-strong bg-ground px-2.5 py-2 text-sm max-md:text-base pointer-coarse:text-base"
        />
        <Button look="primary" onClick={save}>
          {texts.composer.saveEdit}
        </Button>
        <Button look="quiet" onClick={close}>
          {texts.cancel}
        </Button>
      </li>
    )
  }
  return (
    <QueueRow
      label={texts.composer.kinds[input.kind]}
      tone={input.kind === "queue" || input.kind === "send" ? "plain" : "accent"}
      text={input.text}
      files={input.attachments.length}
    >
      <IconButton name={texts.composer.editWaiting} onClick={() => setEditing(true)}>
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton
        name={texts.composer.takeBack}
        onClick={() =>
          notifyFailure(post("DELETE /api/sessions/:id/inputs/:input", session, { params }).answer.then(intoBox))
        }
      >
        <X size={16} aria-hidden />
      </IconButton>
    </QueueRow>
  )
}

function notifyFailure(answer: Promise<unknown>): void {
  answer.catch((error: unknown) => !(error instanceof WithdrawnError) && notifyProblem(error))
}
