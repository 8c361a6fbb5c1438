import { useState } from "react"
import { useCell } from "../live/cell.ts"
import { wordsOf } from "../live/letters.ts"
import { discard, outbox } from "../live/outbox.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { copyText } from "../ui/copyable.tsx"
import { notifyProblem } from "../ui/notices.ts"

/** Words that were sent to a session which is not there: they are nowhere else. */
export function UnsentWords({ session }: { session: string }) {
  const letters = useCell(outbox).filter((letter) => letter.session === session && wordsOf(letter))
  if (letters.length === 0) return null
  const { unsent } = texts.shell.states
  return (
    <div className="w-full">
      <p className="mb-1.5 font-medium">{unsent}</p>
      <ul aria-label={unsent} className="divide-y divide-line rounded-xl border border-line bg-surface">
        {letters.map((letter) => (
          <Unsent key={letter.key} text={wordsOf(letter) ?? ""} onDiscard={() => discard(letter.key)} />
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
