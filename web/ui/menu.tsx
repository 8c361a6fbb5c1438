import { Menu as Base } from "@base-ui/react/menu"
import type { ReactElement, ReactNode } from "react"
import { classes } from "./classes.ts"
import { useLandmark } from "./landmark.ts"

/** A menu that opens from a button. */
export function Menu({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  const [place, putAt] = useLandmark()
  return (
    <Base.Root onOpenChange={(isOpen, { trigger: from }) => putAt(isOpen, from)}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} align="end" className="z-50 outline-none">
          <Base.Popup className="max-h-[70vh] min-w-44 overflow-y-auto rounded-lg border border-line bg-surface p-1 shadow-float outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

/** One thing to do in a menu. */
export function MenuItem({
  onSelect,
  icon,
  danger = false,
  disabled = false,
  keys,
  children,
}: {
  onSelect: () => void
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  keys?: string
  children: ReactNode
}) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={disabled}
      className={classes(
        "flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken pointer-coarse:min-h-11",
        danger ? "text-bad" : "text-ink",
      )}
    >
      {icon}
      <span className="grow">{children}</span>
      {keys && <kbd className="font-mono text-xs text-ink-faint">{keys}</kbd>}
    </Base.Item>
  )
}

/** A line between groups of a menu. */
export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />
}
