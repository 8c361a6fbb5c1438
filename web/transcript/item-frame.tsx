import { type FocusEvent, type ReactNode, useState } from "react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { classes } from "../ui/classes.ts"

/**
 * The frame of an item: a focusable article with a name. `actions` are only rendered while it is hovered or focused,
 * since a transcript may have hundreds.
 */
export function ItemFrame({
  item,
  name,
  className,
  actions,
  children,
}: {
  item: Pick<TranscriptItem, "seq" | "kind">
  name: string
  className?: string
  actions?: () => ReactNode
  children: ReactNode
}) {
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const left = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setFocused(false)
  }
  const watched = actions && {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: left,
  }
  return (
    <article
      data-seq={item.seq}
      data-kind={item.kind}
      aria-label={name}
      // By Tab, the actions follow the item itself.
      tabIndex={actions ? 0 : -1}
      className={classes("relative rounded-lg outline-offset-4", className)}
      {...watched}
    >
      {children}
      {(isPointed || isFocused) && actions?.()}
    </article>
  )
}
