import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { announce } from "../live/announce.ts"
import { texts } from "../texts.ts"
import { IconButton } from "./button.tsx"
import { notifyProblem } from "./notices.ts"

/** A command or a link, with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    void copyText(text).then(() => {
      setCopied(true)
      announce(texts.copied)
    }, notifyProblem)
  return (
    <div className="flex items-center gap-1 rounded-lg border border-line bg-sunken pl-3">
      <code className="min-w-0 grow overflow-x-auto py-1.5 font-mono text-xs whitespace-nowrap">{text}</code>
      <IconButton name={copied ? texts.copied : texts.copy} onClick={copy} onBlur={() => setCopied(false)}>
        {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
      </IconButton>
    </div>
  )
}

/** Copies a text; by selection on pages loaded over plain HTTP, which have no clipboard API. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return await navigator.clipboard.writeText(text)
  const area = document.createElement("textarea")
  area.value = text
  area.className = "sr-only"
  document.body.append(area)
  area.select()
  const done = document.execCommand("copy")
  area.remove()
  if (!done) throw new Error(texts.somethingWentWrong)
}
