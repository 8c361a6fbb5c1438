import {
  Archive,
  ArchiveRestore,
  Download,
  Eraser,
  GitFork,
  PencilLine,
  Pin,
  PinOff,
  Tags,
  Trash2,
  Undo2,
} from "lucide-react"
import type { Row } from "../../src/server/contract/common.ts"
import * as actions from "../live/actions.ts"
import { openDialog } from "../live/dialogs.ts"
import { texts } from "../texts.ts"
import { MenuItem } from "../ui/menu.tsx"

const words = texts.shell.menu
const size = 15

/** `isFixed`: the session is read-only. */
type Given = { row: Row; isFixed: boolean }

/** Menu items for title, tags and pin. */
export function DescribeItems({ row, isFixed, keys, onRename }: Given & { keys?: string; onRename: () => void }) {
  return (
    <>
      <MenuItem
        icon={<PencilLine size={size} aria-hidden />}
        {...(keys ? { keys } : {})}
        disabled={isFixed}
        onSelect={onRename}
      >
        {words.rename}
      </MenuItem>
      <MenuItem
        icon={<Tags size={size} aria-hidden />}
        disabled={isFixed}
        onSelect={() => openDialog({ kind: "tags", session: row.id })}
      >
        {words.tags}
      </MenuItem>
      <MenuItem
        icon={row.pinned ? <PinOff size={size} aria-hidden /> : <Pin size={size} aria-hidden />}
        disabled={isFixed}
        onSelect={() => void actions.pin(row.id, !row.pinned)}
      >
        {row.pinned ? words.unpin : words.pin}
      </MenuItem>
    </>
  )
}

export function ForkItem({ row, isFixed }: Given) {
  return (
    <MenuItem icon={<GitFork size={size} aria-hidden />} disabled={isFixed} onSelect={() => void actions.fork(row.id)}>
      {words.fork}
    </MenuItem>
  )
}

export function ExportItems({ row }: { row: Row }) {
  return (["markdown", "jsonl", "json"] as const).map((format) => (
    <MenuItem
      key={format}
      icon={<Download size={size} aria-hidden />}
      onSelect={() => void actions.exportSession(row.id, format)}
    >
      {words.exportAs[format]}
    </MenuItem>
  ))
}

/** Archives, deletes or restores the session; erases it from the trash. */
export function LeaveItems({ row, isFixed, keys }: Given & { keys?: string }) {
  if (row.trashed) {
    return (
      <>
        <MenuItem icon={<Undo2 size={size} aria-hidden />} onSelect={() => void actions.restore(row.id)}>
          {words.restore}
        </MenuItem>
        <MenuItem
          danger
          icon={<Eraser size={size} aria-hidden />}
          onSelect={() => openDialog({ kind: "erase", sessions: [row.id] })}
        >
          {words.erase}
        </MenuItem>
      </>
    )
  }
  return (
    <>
      <MenuItem
        icon={row.archived ? <ArchiveRestore size={size} aria-hidden /> : <Archive size={size} aria-hidden />}
        disabled={isFixed}
        onSelect={() => void actions.archive(row.id, !row.archived)}
      >
        {row.archived ? words.unarchive : words.archive}
      </MenuItem>
      <MenuItem
        danger
        icon={<Trash2 size={size} aria-hidden />}
        {...(keys ? { keys } : {})}
        onSelect={() => void actions.trash(row.id)}
      >
        {words.delete}
      </MenuItem>
    </>
  )
}
