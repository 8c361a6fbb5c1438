import { Dialog as Base } from "@base-ui/react/dialog"
import type { ReactNode } from "react"
import { classes } from "./classes.ts"

/** A side drawer; Escape and a touch outside close it. */
export function SideSheet({
  open,
  onOpenChange,
  side,
  title,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  side: "left" | "right"
  title: string
  children: ReactNode
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-30 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={classes(
            "fixed inset-y-0 z-40 flex flex-col border-line bg-ground pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)] shadow-float outline-none transition-transform duration-200",
            side === "left"
              ? "left-0 w-[min(22rem,calc(100vw-3rem))] border-r data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
              : "right-0 w-[min(30rem,100vw)] border-l data-ending-style:translate-x-full data-starting-style:translate-x-full",
          )}
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
