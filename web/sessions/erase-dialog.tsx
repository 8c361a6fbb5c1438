import { useState } from "react"
import { erase, titleOf } from "../live/actions.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { CheckField } from "../ui/field.tsx"
import { selection } from "./pane-state.ts"

const words = texts.sessions.eraseDialog
const namedAtMost = 6

/** Confirms an erasure and says what it removes. */
export function EraseDialog({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const [copies, setCopies] = useState(true)
  const [done, setDone] = useState<number | null>(null)
  const now = async () => {
    for (const [at, id] of ids.entries()) {
      setDone(at + 1)
      await erase(id, { forks: copies ? "copy" : "refuse" })
    }
    selection.set(null)
    onClose()
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.title(ids.length)} description={words.description}>
      <ul className="my-2 list-inside list-disc text-sm">
        {ids.slice(0, namedAtMost).map((id) => (
          <li key={id} className="truncate">
            {titleOf(id)}
          </li>
        ))}
        {ids.length > namedAtMost && (
          <li className="list-none text-ink-faint">{words.more(ids.length - namedAtMost)}</li>
        )}
      </ul>
      <CheckField
        label={words.forks}
        checked={copies}
        onChange={({ currentTarget }) => setCopies(currentTarget.checked)}
      />
      <div className="mt-3 flex items-center justify-end gap-2">
        {done !== null && (
          <p role="status" className="mr-auto text-sm text-ink-soft">
            {words.progress(done, ids.length)}
          </p>
        )}
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" disabled={done !== null} onClick={() => void now()}>
          {words.do}
        </Button>
      </div>
    </Dialog>
  )
}
