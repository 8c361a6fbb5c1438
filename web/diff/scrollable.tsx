import type { ComponentProps } from "react"

/** A scrollable box with a name and keyboard focus; not a landmark, since a page may have many. */
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
