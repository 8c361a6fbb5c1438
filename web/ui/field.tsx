import { type ComponentProps, type ReactNode, useId } from "react"
import { classes } from "./classes.ts"

const box =
  "w-full min-h-9 rounded-lg border border-line-strong bg-ground px-2.5 text-sm text-ink placeholder:text-ink-faint pointer-coarse:min-h-11 pointer-coarse:text-base"

/** A labelled text field. */
export function TextField({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "id"> & { label: string; hint?: string }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} className={className}>
      <input {...rest} id={id} {...(hint ? { "aria-describedby": `${id}-hint` } : {})} className={box} />
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </Labelled>
  )
}

/** A labelled text area that grows with its content. */
export function TextAreaField({
  label,
  className,
  ...rest
}: Omit<ComponentProps<"textarea">, "id"> & { label: string }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} className={className}>
      <textarea {...rest} id={id} className={classes(box, "field-sizing-content max-h-[40dvh] resize-none py-2")} />
    </Labelled>
  )
}

/** A labelled native select, which works well on every device. */
export function SelectField({
  label,
  className,
  children,
  ...rest
}: Omit<ComponentProps<"select">, "id"> & { label: string; children: ReactNode }) {
  const id = useId()
  return (
    <Labelled id={id} label={label} className={className}>
      <select {...rest} id={id} className={box}>
        {children}
      </select>
    </Labelled>
  )
}

type LabelledProps = { id: string; label: string; className: string | undefined; children: ReactNode }

function Labelled({ id, label, className, children }: LabelledProps) {
  return (
    <div className={classes("flex flex-col gap-1", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
    </div>
  )
}

/** A checkbox with an optional description. */
export function CheckField({
  label,
  hint,
  className,
  ...rest
}: Omit<ComponentProps<"input">, "id" | "type"> & { label: string; hint?: string }) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
        <input
          {...rest}
          {...(hint ? { "aria-describedby": id } : {})}
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
        />
        {label}
      </label>
      {hint && (
        <p id={id} className="pl-6.5 text-xs text-ink-faint">
          {hint}
        </p>
      )}
    </div>
  )
}
