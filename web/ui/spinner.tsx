import { classes } from "./classes.ts"

/** Something is at work. It says nothing by itself: the words beside it do. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes(
        "inline-block size-3.5 shrink-0 animate-spin rounded-full border-2 border-line-strong border-t-accent",
        className,
      )}
    />
  )
}
