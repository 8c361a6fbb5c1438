import { Check, CircleDashed, CircleHelp, Info, X } from "lucide-react"
import type { ReactNode } from "react"
import { classes } from "../ui/classes.ts"
import { Ticked } from "../ui/ticked.tsx"
import { SeqLink } from "./seq-link.tsx"

export type FactTone = "good" | "bad" | "missing" | "unknown" | "context"

const looks = {
  good: { icon: Check, ink: "text-good" },
  bad: { icon: X, ink: "text-bad" },
  missing: { icon: CircleDashed, ink: "text-warn" },
  unknown: { icon: CircleHelp, ink: "text-warn" },
  context: { icon: Info, ink: "text-ink-faint" },
} as const satisfies Record<FactTone, unknown>

/** A fact and whether it supports the claim, never by colour alone. */
export function Fact({
  session,
  tone,
  seq = null,
  detail = null,
  children,
}: {
  session: string
  tone: FactTone
  seq?: number | null
  detail?: ReactNode
  children: ReactNode
}) {
  const { icon: Icon, ink } = looks[tone]
  return (
    <li className="flex items-start gap-2 py-0.5 text-sm pointer-coarse:py-2">
      <Icon size={14} aria-hidden className={classes("mt-1 shrink-0", ink)} />
      <div className="min-w-0 grow break-words">
        <span className={tone === "good" || tone === "bad" ? ink : "text-ink"}>
          {typeof children === "string" ? <Ticked text={children} /> : children}
        </span>
        {detail && (
          <div className="text-xs text-ink-faint">{typeof detail === "string" ? <Ticked text={detail} /> : detail}</div>
        )}
      </div>
      {seq !== null && <SeqLink session={session} seq={seq} />}
    </li>
  )
}
