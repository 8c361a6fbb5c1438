import { lazy, Suspense, useEffect, useRef, useState } from "react"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { isTooDeep } from "./markdown-depth.ts"

const body = () => import("./markdown-body.tsx")
const MarkdownBody = lazy(async () => ({ default: (await body()).MarkdownBody }))

/** Preloads the Markdown renderer. */
export function prepareMarkdown(): void {
  // On failure the text is shown as it is; `lazy` reports the error on render.
  body().catch(() => undefined)
}

/** Markdown, as plain text until the renderer is loaded or if it fails. `open`: still streaming. */
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

/** The pause between renders, which grows with the text's length. */
function restMs(length: number): number {
  return length < 2_000 ? 0 : length < 20_000 ? 60 : length < 100_000 ? 120 : 300
}

/** Throttles a streaming text; a complete one is rendered at once. */
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
