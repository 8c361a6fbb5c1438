import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { isTooDeep } from "./markdown-depth.ts"

const body = () => import("./markdown-body.tsx")
const MarkdownBody = lazy(async () => ({ default: (await body()).MarkdownBody }))

/** Fetches what draws markdown before the first text is there. */
export function prepareMarkdown(): void {
  // Where it cannot be fetched the text is shown as it is: `lazy` tells of it when it is drawn.
  body().catch(() => undefined)
}

/** Markdown; as plain text until what draws it is loaded, and where it cannot be drawn. `open`: more of it is to come. */
export function Markdown({ text, open = false }: { text: string; open?: boolean }) {
  const shown = useCalm(text, open)
  const plain = <div className="prose whitespace-pre-wrap wrap-anywhere">{shown}</div>
  if (isTooDeep(shown)) return plain
  return (
    <ErrorBoundary instead={plain}>
      <Suspense fallback={plain}>
        <MarkdownBody text={shown} open={open} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** How long a text rests before it is drawn again: the longer it is, the more a drawing costs. */
function restMs(length: number): number {
  return length < 2_000 ? 0 : length < 20_000 ? 60 : length < 100_000 ? 120 : 300
}

/** A text that grows fast, drawn no more often than it can be read. What is whole is drawn at once. */
function useCalm(text: string, open: boolean): string {
  const [shown, setShown] = useState(text)
  const newest = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  newest.current = text
  const rest = restMs(text.length)
  useEffect(() => {
    if (!open || rest === 0 || timer.current !== undefined || shown === text) return
    timer.current = setTimeout(() => {
      timer.current = undefined
      setShown(newest.current)
    }, rest)
  }, [text, open, rest, shown])
  useEffect(() => () => clearTimeout(timer.current), [])
  return open && rest > 0 ? shown : text
}
