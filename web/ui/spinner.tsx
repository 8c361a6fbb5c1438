import { classes } from "./classes.ts"

/** Something is at work; `still`: as far as is known. It says nothing by itself: the words beside it do. */
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
