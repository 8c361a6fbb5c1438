import { Ellipsis, History, Link, Shrink } from "lucide-react"
import * as actions from "../live/actions.ts"
import { openDialog } from "../live/dialogs.ts"
import { hrefOf } from "../live/page-route.ts"
import { renaming } from "../live/renaming.ts"
import { useRow } from "../live/rows.ts"
import { useSessionState } from "../live/use-session.ts"
import { DescribeItems, ExportItems, ForkItem, LeaveItems } from "../sessions/session-items.tsx"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { copyText } from "../ui/copyable.tsx"
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx"
import { notify, notifyProblem } from "../ui/notices.ts"

const words = texts.shell.menu
const size = 15

export function SessionMenu({ id }: { id: string }) {
  const row = useRow(id)
  const log = useSessionState(id)?.log
  if (!row || !log) return null
  const isFixed = log.newer !== null || row.damage !== null
  const link = () =>
    void copyText(new URL(hrefOf({ session: id }), location.href).href).then(() => notify(texts.copied), notifyProblem)
  return (
    <Menu
      trigger={
        <IconButton name={texts.shell.header.more}>
          <Ellipsis size={17} aria-hidden />
        </IconButton>
      }
    >
      <DescribeItems row={row} isFixed={isFixed} onRename={() => renaming.set(id)} />
      <MenuItem icon={<Link size={size} aria-hidden />} onSelect={link}>
        {words.copyLink}
      </MenuItem>
      <MenuSeparator />
      <ForkItem row={row} isFixed={isFixed} />
      <MenuItem
        icon={<History size={size} aria-hidden />}
        disabled={isFixed || log.turn !== null}
        onSelect={() => openDialog({ kind: "rewind", session: id })}
      >
        {words.rewind}
      </MenuItem>
      <MenuItem icon={<Shrink size={size} aria-hidden />} disabled={isFixed} onSelect={() => void actions.compact(id)}>
        {words.compact}
      </MenuItem>
      <MenuSeparator />
      <ExportItems row={row} />
      <MenuSeparator />
      <LeaveItems row={row} isFixed={isFixed} />
    </Menu>
  )
}
