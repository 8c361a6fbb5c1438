import { classes } from "./classes.ts"

/** A decorative spinner beside a text; `still` stops its motion. */
export function Spinner({ still = false, className }: { still?: boolean; className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        "inline-block size-3.5 shrink-0 rounded-full border-2 border-line-strong",
        !still && "animate-spin border-t-accent",
        className,
      )}
    />
  )
}
