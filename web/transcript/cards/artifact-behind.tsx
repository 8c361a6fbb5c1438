import { createTwoFilesPatch } from "diff"
import { useMemo } from "react"
import { DiffView } from "../../diff/diff-view.tsx"
import { diffRows } from "../../diff/unified.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"

const says = texts.cards.artifact

/** A conflict of two versions, for the user to resolve. */
export function ArtifactBehind({
  seen,
  mine,
  theirs,
  onSave,
  onTake,
}: {
  seen: number
  mine: string
  theirs: { version: number; text: string }
  onSave: () => void
  onTake: () => void
}) {
  const rows = useMemo(() => diffRows(createTwoFilesPatch("", "", theirs.text, mine)), [theirs.text, mine])
  return (
    <div role="alert" className="p-3 text-sm">
      <p className="font-medium text-warn">{says.behindTitle}</p>
      <p className="mb-2 text-ink-soft">{says.behindAbout(seen, theirs.version)}</p>
      <div className="max-h-96 overflow-y-auto rounded-md border border-line">
        <DiffView rows={rows} label={says.behindTitle} />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-2">
        <Button onClick={onTake}>{says.takeTheirs}</Button>
        <Button look="primary" onClick={onSave}>
          {says.saveOver}
        </Button>
      </div>
    </div>
  )
}
