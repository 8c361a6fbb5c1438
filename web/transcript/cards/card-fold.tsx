import { ChevronRight } from "lucide-react"
import { type ReactNode, Suspense, useId } from "react"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { useUnfolded } from "../list-facts.ts"

/** A disclosure line. `first` is its state until the user toggles it. */
export function Fold({
  id,
  first = false,
  heading = false,
  line,
  children,
}: {
  id: string
  first?: boolean
  /** The details have headings, so the line must be one too. */
  heading?: boolean
  line: ReactNode
  children: ReactNode
}) {
  const [open, setOpen] = useUnfolded(id, { first })
  const details = useId()
  const button = (
    <button
      type="button"
      aria-expanded={open}
      aria-controls={open ? details : undefined}
      onClick={() => setOpen(!open)}
      className={classes(
        "flex min-h-8 w-full min-w-0 items-center gap-2 px-2.5 text-left text-sm -outline-offset-2 hover:bg-sunken pointer-coarse:min-h-11",
        open && "border-b border-line bg-sunken/50",
      )}
    >
      {line}
      <ChevronRight
        size={14}
        aria-hidden
        className={classes("shrink-0 text-ink-faint transition-transform", open && "rotate-90")}
      />
    </button>
  )
  return (
    <div
      className={classes(
        "overflow-hidden rounded-lg border",
        open ? "border-line bg-surface" : "-my-1.5 border-transparent",
      )}
    >
      {heading ? <h2 className="font-normal">{button}</h2> : button}
      {open && (
        <div id={details}>
          <Suspense fallback={<Waiting />}>{children}</Suspense>
        </div>
      )}
    </div>
  )
}

function Waiting() {
  return (
    <p className="flex items-center gap-2 px-3 py-2 text-xs text-ink-faint">
      <Spinner /> {texts.loading}
    </p>
  )
}
