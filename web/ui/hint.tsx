import { Tooltip } from "@base-ui/react/tooltip"
import type { ReactElement } from "react"

/** A tooltip. The child has its own accessible name. */
export function Hint({ text, keys, children }: { text: string; keys?: string; children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          {/* The child already has this text as its name. */}
          <Tooltip.Popup aria-hidden className="rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-float">
            {text}
            {keys && <kbd className="ml-2 font-mono opacity-75">{keys}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
