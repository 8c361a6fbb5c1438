import { Archive, ArchiveRestore, CheckCheck, Eraser, Tags, Trash2, Undo2, X } from "lucide-react"
import { useEffect } from "react"
import { useCell } from "../live/cell.ts"
import { openDialog } from "../live/dialogs.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { archiveAll, restoreAll, trashAll } from "./batch.ts"
import type { Filter } from "./filter.ts"
import { selection, shownIds } from "./pane-state.ts"
import { emptySelection, within } from "./selection.ts"

const words = texts.sessions.batch
const size = 17

/** Batch actions for the selected sessions. */
export function BatchBar({ filter: { place } }: { filter: Filter }) {
  const order = useCell(shownIds)
  const selected = useCell(selection) ?? emptySelection
  const ids = within(selected, order)
  const none = ids.length === 0
  useEndByEscape()
  return (
    <div
      role="toolbar"
      aria-label={words.bar}
      className="flex shrink-0 flex-wrap items-center gap-0.5 border-t border-line bg-surface px-2 py-1"
    >
      <p role="status" className="mr-auto px-1 text-sm font-medium tabular-nums">
        {words.count(ids.length)}
      </p>
      <IconButton
        name={words.done}
        keys="Esc"
        className="order-last pointer-coarse:order-none"
        onClick={() => selection.set(null)}
      >
        <X size={size} aria-hidden />
      </IconButton>
      {/* Touch targets need more room: actions get a line of their own. */}
      <span className="hidden basis-full pointer-coarse:block" />
      <IconButton name={words.all} onClick={() => selection.set({ ids: new Set(order), anchor: null })}>
        <CheckCheck size={size} aria-hidden />
      </IconButton>
      {place === "trash" ? (
        <>
          <IconButton name={words.restore} disabled={none} onClick={() => void restoreAll(ids)}>
            <Undo2 size={size} aria-hidden />
          </IconButton>
          <IconButton
            name={words.erase}
            disabled={none}
            className="text-bad"
            onClick={() => openDialog({ kind: "erase", sessions: ids })}
          >
            <Eraser size={size} aria-hidden />
          </IconButton>
        </>
      ) : (
        <>
          <IconButton
            name={place === "archive" ? words.unarchive : words.archive}
            disabled={none}
            onClick={() => void archiveAll(ids, { on: place !== "archive" })}
          >
            {place === "archive" ? <ArchiveRestore size={size} aria-hidden /> : <Archive size={size} aria-hidden />}
          </IconButton>
          <IconButton name={words.tag} disabled={none} onClick={() => openDialog({ kind: "tag-all", sessions: ids })}>
            <Tags size={size} aria-hidden />
          </IconButton>
          <IconButton name={words.delete} disabled={none} className="text-bad" onClick={() => void trashAll(ids)}>
            <Trash2 size={size} aria-hidden />
          </IconButton>
        </>
      )}
    </div>
  )
}

function useEndByEscape(): void {
  useEffect(() => {
    const end = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) selection.set(null)
    }
    addEventListener("keydown", end)
    return () => removeEventListener("keydown", end)
  }, [])
}
