import { Dialog as Base } from "@base-ui/react/dialog"
import { X } from "lucide-react"
import type { ReactNode } from "react"
import { texts } from "../texts.ts"
import { classes } from "./classes.ts"

/** A modal dialog; Escape and a click outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  wide = false,
  finalFocus,
  children,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  wide?: boolean
  /** Where the focus goes on close. Default: where it was before. */
  finalFocus?: () => HTMLElement | boolean
  children: ReactNode
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Base.Popup
          finalFocus={finalFocus}
          className={classes(
            "fixed top-[8dvh] left-1/2 z-50 flex max-h-[84dvh] w-[calc(100vw-1.5rem)] -translate-x-1/2 flex-col rounded-xl border border-line bg-surface shadow-float outline-none",
            wide ? "max-w-3xl" : "max-w-lg",
          )}
        >
          <header className="py-4 pr-14 pb-2 pl-5">
            <Base.Title className="text-base font-semibold">{title}</Base.Title>
            {description && <Base.Description className="text-sm text-ink-faint">{description}</Base.Description>}
          </header>
          <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {/* Last, so that the focus starts in the content. */}
          <Base.Close
            aria-label={texts.close}
            className="absolute top-2.5 right-2.5 inline-flex size-9 items-center justify-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink pointer-coarse:size-11"
          >
            <X size={16} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
