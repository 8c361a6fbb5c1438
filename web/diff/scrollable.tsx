import type { ComponentProps } from "react"

/** A box that may scroll: it has a name, and the keyboard can reach it. No landmark, since there may be many alike. */
export function Scrollable({ label, ...rest }: ComponentProps<"div"> & { label: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      {...rest}
    />
  )
}
