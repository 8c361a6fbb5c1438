import { type Component, truncateToWidth } from "@earendil-works/pi-tui"
import type { Paint } from "../../text/paint.ts"
import type { AskPanel } from "../ask-panel.ts"
import type { SessionLink } from "../link/session-link.ts"
import type { Activity } from "../transcript/activity.ts"
import { wrapped } from "../transcript/entry-lines.ts"
import type { Transcript } from "../transcript/transcript.ts"
import { todoPanel, waitingLines } from "../transcript/waiting.ts"

type Shown = {
  paint: Paint
  transcript: Transcript
  spinner(): string
  link(): SessionLink | null
  activity(): Activity
  /** A hint that passes, such as that a second Ctrl-C quits. */
  hint(): string | null
  panel(): AskPanel | null
  /** The editor, or a list to choose from. */
  bottom(): Component
  status(width: number): string
}

/** Everything on the screen, from the top: what was said and done, what is going on, what waits, what is typed. */
export function layoutOf(of: Shown): Component[] {
  const { paint, transcript } = of
  const part = (render: Component["render"]): Component => ({ render, invalidate: () => undefined })
  const state = () => of.link()?.state ?? null
  return [
    transcript,
    part(() => [""]),
    part((width) => {
      const shown = state()
      return shown ? todoPanel(shown, { paint, width }) : []
    }),
    part((width) => {
      const activity = of.activity()
      if (!activity) return []
      const lines = wrapped(activity.text, width - 2)
      if (!activity.moves) return lines.map((line) => paint.yellow(line))
      const [first = ""] = lines
      const line = `${paint.cyan(of.spinner())} ${first}${first.length + stopHint.length + 2 < width ? paint.dim(stopHint) : ""}`
      return [truncateToWidth(line, width, "…")]
    }),
    part((width) => {
      const shown = state()
      return shown ? waitingLines(shown, { paint, width }) : []
    }),
    part((width) => of.panel()?.render(width) ?? []),
    part((width) => of.bottom().render(width)),
    part((width) => [paint.dim(truncateToWidth(of.hint() ?? of.status(width), width, "…"))]),
  ]
}

const stopHint = "  Esc to stop"
