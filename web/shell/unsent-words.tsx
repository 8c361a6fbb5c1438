import { useState } from "react"
import { useCell } from "../live/cell.ts"
import { discard, outbox } from "../live/outbox.ts"
import { wordsOf } from "../live/outbox-entries.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { copyText } from "../ui/copyable.tsx"
import { notifyProblem } from "../ui/notices.ts"

/** Unsent messages to a session that does not exist: the only copy. */
export function UnsentWords({ session }: { session: string }) {
  const entries = useCell(outbox).filter((entry) => entry.session === session && wordsOf(entry))
  if (entries.length === 0) return null
  const { unsent } = texts.shell.states
  return (
    <div className="w-full">
      <p className="mb-1.5 font-medium">{unsent}</p>
      <ul aria-label={unsent} className="divide-y divide-line rounded-xl border border-line bg-surface">
        {entries.map((entry) => (
          <Unsent key={entry.key} text={wordsOf(entry) ?? ""} onDiscard={() => discard(entry.key)} />
        ))}
      </ul>
    </div>
  )
}

function Unsent({ text, onDiscard }: { text: string; onDiscard: () => void }) {
  const [isCopied, setCopied] = useState(false)
  const copy = () => void copyText(text).then(() => setCopied(true), notifyProblem)
  return (
    <li className="p-3">
      <p className="max-h-60 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{text}</p>
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onDiscard}>
          {texts.transcript.discard}
        </Button>
        <Button onClick={copy}>{isCopied ? texts.copied : texts.copy}</Button>
      </div>
    </li>
  )
}
