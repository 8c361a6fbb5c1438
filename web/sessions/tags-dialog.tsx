import { type FormEvent, useState } from "react"
import { setTags } from "../live/actions.ts"
import { rows } from "../live/rows.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { TextField } from "../ui/field.tsx"
import { tagAll } from "./batch.ts"
import { tagsIn } from "./tags.ts"

const offeredAtMost = 12

export function Tags({ id, onClose }: { id: string; onClose: () => void }) {
  const { title, ...words } = texts.sessions.tagsDialog
  const before = rows.get().get(id)?.tags ?? []
  return (
    <TagsDialog
      title={title}
      words={words}
      before={before}
      onSave={(tags) => void setTags(id, tags)}
      onClose={onClose}
    />
  )
}

/** Adds tags to many sessions. */
export function TagAll({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const { title, ...words } = texts.sessions.tagDialog
  return (
    <TagsDialog title={title(ids.length)} words={words} onSave={(tags) => void tagAll(ids, tags)} onClose={onClose} />
  )
}

function TagsDialog({
  title,
  words,
  before = null,
  onSave,
  onClose,
}: {
  title: string
  words: { field: string; description: string; do: string }
  /** The current tags; null when adding tags, where at least one is required. */
  before?: readonly string[] | null
  onSave: (tags: readonly string[]) => void
  onClose: () => void
}) {
  const [text, setText] = useState(before?.join(", ") ?? "")
  const tags = tagsIn(text)
  const offered = tagsInUse().filter((tag) => !tags.includes(tag))
  const save = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    onSave(tags)
  }
  return (
    <Dialog open onOpenChange={onClose} title={title}>
      <form onSubmit={save} className="flex flex-col gap-4">
        <TextField
          label={words.field}
          hint={words.description}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {offered.length > 0 && (
          <ul aria-label={texts.sessions.tagDialog.known} className="flex flex-wrap gap-1.5">
            {offered.slice(0, offeredAtMost).map((tag) => (
              <li key={tag}>
                <Button className="px-2 text-xs" onClick={() => setText([...tags, tag].join(", "))}>
                  {tag}
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button type="submit" look="primary" className="self-end" disabled={before === null && tags.length === 0}>
          {words.do}
        </Button>
      </form>
    </Dialog>
  )
}

const tagsInUse = () => [...new Set([...rows.get().values()].flatMap((row) => row.tags))]
