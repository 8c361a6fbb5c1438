import { texts } from "../texts.ts"
import { lastLine } from "./answer-line.ts"
import { Fold } from "./fold.tsx"
import { Markdown } from "./markdown.tsx"

/** The model's reasoning, folded; while it streams, its last line. */
export function AnswerReasoning({
  id,
  text,
  open,
  ms = null,
}: {
  id: string
  text: string
  open: boolean
  ms?: number | null
}) {
  const title = open ? texts.transcript.thinking : texts.transcript.thought(ms)
  const line = open && (
    <span aria-hidden className="truncate">
      {lastLine(text)}
    </span>
  )
  return (
    <div className="mb-2">
      <Fold id={`${id}:reasoning`} title={title} beside={line}>
        <Markdown text={text} open={open} />
      </Fold>
    </div>
  )
}
