import { ChevronRight } from "lucide-react"
import { type ReactNode, useState } from "react"
import { classes } from "../ui/classes.ts"

/** A disclosure; `beside` stays interactive on its own. */
export function Details({ line, beside, children }: { line: ReactNode; beside?: ReactNode; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <div className="flex items-center">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-8 min-w-0 grow items-center gap-1.5 rounded-md text-left text-sm -outline-offset-2 hover:bg-sunken pointer-coarse:min-h-11"
        >
          <ChevronRight size={14} aria-hidden className={classes("shrink-0 text-ink-faint", isOpen && "rotate-90")} />
          {line}
        </button>
        {beside}
      </div>
      {isOpen && <div className="ml-1.5 border-l border-line pl-3">{children}</div>}
    </div>
  )
}
