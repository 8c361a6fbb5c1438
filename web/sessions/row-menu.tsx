import { Menu as Base } from "@base-ui/react/menu"
import { CheckSquare } from "lucide-react"
import type { Row } from "../../src/server/contract/common.ts"
import { texts } from "../texts.ts"
import { MenuItem, MenuSeparator } from "../ui/menu.tsx"
import { DescribeItems, ExportItems, ForkItem, LeaveItems } from "./session-items.tsx"

/** Where a menu opens, a button or a point, and its landmark. */
export type MenuPlace = { id: string; anchor: { getBoundingClientRect: () => DOMRect }; within: HTMLElement | null }

/** The actions of a session; one menu shared by all rows. */
export function RowMenu({
  row,
  place,
  onClose,
  onRename,
  onSelect,
  focusAfter,
}: {
  row: Row | undefined
  place: MenuPlace | null
  onClose: () => void
  onRename: (id: string) => void
  onSelect: (id: string) => void
  /** Where the focus goes on close; false: it was already moved. */
  focusAfter: () => HTMLElement | false
}) {
  return (
    <Base.Root open={place !== null && row !== undefined} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={place?.within ?? null}>
        <Base.Positioner
          anchor={place?.anchor ?? null}
          side="bottom"
          align="start"
          sideOffset={4}
          className="z-50 outline-none"
        >
          <Base.Popup
            aria-label={texts.sessions.row.actions}
            finalFocus={focusAfter}
            className="max-h-[70vh] min-w-48 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-float outline-none"
          >
            {row && <Items row={row} onRename={onRename} onSelect={onSelect} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

type ItemsProps = { row: Row; onRename: (id: string) => void; onSelect: (id: string) => void }

function Items({ row, onRename, onSelect }: ItemsProps) {
  const isFixed = row.damage !== null
  return (
    <>
      <DescribeItems row={row} isFixed={isFixed} keys="F2" onRename={() => onRename(row.id)} />
      <MenuItem icon={<CheckSquare size={15} aria-hidden />} keys="X" onSelect={() => onSelect(row.id)}>
        {texts.sessions.row.select}
      </MenuItem>
      <MenuSeparator />
      <ForkItem row={row} isFixed={isFixed} />
      <ExportItems row={row} />
      <MenuSeparator />
      <LeaveItems row={row} isFixed={isFixed} keys={texts.sessions.row.deleteKey} />
    </>
  )
}
