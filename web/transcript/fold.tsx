import { ChevronRight } from "lucide-react"
import type { ReactNode } from "react"
import { classes } from "../ui/classes.ts"
import { useUnfolded } from "./list-facts.ts"

/** A disclosure line whose state is remembered by `id`. */
export function Fold({
  id,
  title,
  beside,
  children,
}: {
  id: string
  title: ReactNode
  beside?: ReactNode
  children: ReactNode
}) {
  const [isOpen, setOpen] = useUnfolded(id)
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex max-w-full items-center gap-1.5 rounded-md py-0.5 pr-2 text-sm text-ink-faint hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronRight
          size={14}
          aria-hidden
          className={classes("shrink-0 transition-transform", isOpen && "rotate-90")}
        />
        <span className="shrink-0">{title}</span>
        {!isOpen && beside}
      </button>
      {isOpen && <div className="mt-1 ml-[0.4rem] border-l border-line pl-4 text-sm text-ink-soft">{children}</div>}
    </div>
  )
}
