import { useLayoutEffect, useMemo, useRef, useState } from "react"
import { client } from "../live/api-client.ts"
import { texts } from "../texts.ts"
import { notifyProblem } from "../ui/notices.ts"
import { Scrollable } from "./scrollable.tsx"
import { someLines, terminalLines } from "./terminal-spans.ts"

const shownAtFirst = 40
const says = texts.cards.output

/** The output of a command or tool, truncated until expanded. */
export function TerminalOutput({
  session,
  text,
  whole = null,
  live = false,
  shows = "last",
}: {
  session: string
  text: string
  /** The blob with the full output, if the text is truncated. */
  whole?: string | null
  /** Still printing: keep the end in view. */
  live?: boolean
  /** Which lines to show: the last of a command, the first of a file. */
  shows?: "first" | "last"
}) {
  const [fetched, setFetched] = useState<string | null>(null)
  const [all, setAll] = useState(false)
  const known = fetched ?? text
  const max = all ? Number.POSITIVE_INFINITY : shownAtFirst
  const shown = useMemo(() => someLines(known, max, shows), [known, max, shows])
  const lines = useMemo(() => terminalLines(shown.text), [shown.text])
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new line moves the end
  useLayoutEffect(() => {
    const { current } = box
    if (live && current) current.scrollTop = current.scrollHeight
  }, [lines, live])

  const showAll = async () => {
    setAll(true)
    if (!whole || fetched !== null) return
    try {
      const response = await client.fetch("GET /api/sessions/:id/blobs/:hash", { params: { id: session, hash: whole } })
      setFetched(await response.text())
    } catch (error) {
      notifyProblem(error)
    }
  }

  const rest = !all && (shown.left > 0 || whole !== null) && (
    <button
      type="button"
      onClick={showAll}
      className="min-h-8 px-3 text-left font-mono text-xs text-ink-soft underline pointer-coarse:min-h-11"
    >
      {shown.left === 0 ? says.showWhole : shows === "last" ? says.showBefore(shown.left) : says.showAfter(shown.left)}
    </button>
  )
  return (
    <div className="bg-sunken">
      {shows === "last" && rest}
      <Scrollable
        ref={box}
        label={says.name}
        className="max-h-96 overflow-y-auto px-3 py-2 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere text-ink-soft -outline-offset-2"
      >
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <div key={at} className="min-h-5">
            {line.map(({ text: piece, look }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place
              <span key={place} className={look || undefined}>
                {piece}
              </span>
            ))}
          </div>
        ))}
      </Scrollable>
      {shows === "first" && rest}
    </div>
  )
}
