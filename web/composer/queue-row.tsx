import type { ReactNode } from "react"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"

const tones = {
  plain: "bg-sunken text-ink-soft",
  accent: "bg-accent-soft text-accent",
  bad: "bg-bad-soft text-bad",
} as const

/** A queued input with its actions. */
export function QueueRow({
  label,
  tone = "plain",
  text,
  files,
  children,
}: {
  label: string
  tone?: keyof typeof tones
  text: string
  files: number
  children: ReactNode
}) {
  return (
    <li className="flex min-h-10 items-center gap-2.5 py-0.5 pr-1 pl-3">
      <span className={classes("shrink-0 rounded-md px-1.5 py-0.5 text-xs font-medium", tones[tone])}>{label}</span>
      <div className="min-w-0 grow">
        <p className="truncate">
          {text}
          {files > 0 && <span className="ml-2 text-ink-faint text-xs">{texts.composer.fileCount(files)}</span>}
        </p>
      </div>
      {children}
    </li>
  )
}
