import type { ComponentProps, ReactNode } from "react"
import { classes } from "./classes.ts"
import { Hint } from "./hint.tsx"

type Look = "plain" | "primary" | "quiet" | "alarming" | "danger"

const looks: Readonly<Record<Look, string>> = {
  plain: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  primary: "border border-transparent bg-accent text-accent-ink hover:brightness-110",
  quiet: "border border-transparent text-ink-soft hover:bg-sunken hover:text-ink",
  alarming: "border border-transparent text-bad hover:bg-bad-soft",
  danger: "border border-bad/40 bg-surface text-bad hover:bg-bad-soft",
}

const shape =
  "inline-flex items-center justify-center gap-1.5 rounded-lg font-medium transition-colors select-none disabled:opacity-50 pointer-coarse:min-h-11"

const sizes = { normal: "min-h-9 px-3 text-sm", small: "min-h-8 px-2.5 text-[0.8125rem]" } as const

/** A button with words. */
export function Button({
  look = "plain",
  size = "normal",
  className,
  ...rest
}: ComponentProps<"button"> & { look?: Look; size?: keyof typeof sizes }) {
  return <button type="button" {...rest} className={classes(shape, sizes[size], looks[look], className)} />
}

/** An icon button; its name is shown as a hint and read by screen readers. */
export function IconButton({
  name,
  keys,
  look = "quiet",
  className,
  children,
  ...rest
}: ComponentProps<"button"> & { name: string; keys?: string; look?: Look; children: ReactNode }) {
  return (
    <Hint text={name} {...(keys ? { keys } : {})}>
      <button
        type="button"
        aria-label={name}
        {...rest}
        className={classes(shape, looks[look], "size-9 min-h-9 text-sm shrink-0 pointer-coarse:size-11", className)}
      >
        {children}
      </button>
    </Hint>
  )
}
