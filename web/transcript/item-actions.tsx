import { Check, Copy } from "lucide-react"
import type { ReactNode } from "react"
import { shortTime } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { useCopied } from "./code-copy.ts"

/** An item's actions, time and details. */
export function ItemActions({ at, about, children }: { at: string; about?: string | null; children: ReactNode }) {
  return (
    <div
      data-actions
      // Below the item, so that it does not cover the text above.
      className="absolute top-full right-0 z-10 -mt-3 flex items-center rounded-lg border border-line bg-surface shadow-float"
    >
      <span className="px-2.5 text-xs whitespace-nowrap text-ink-faint">
        {about && <span className="max-sm:hidden">{about} · </span>}
        <time dateTime={at}>{shortTime(at)}</time>
      </span>
      {children}
    </div>
  )
}

export function ItemAction({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <IconButton name={name} onClick={onClick} className="pointer-fine:size-7 pointer-fine:min-h-7">
      {children}
    </IconButton>
  )
}

export function CopyAction({ name, text }: { name: string; text: string }) {
  const [isCopied, copy] = useCopied()
  return (
    <ItemAction name={isCopied ? texts.copied : name} onClick={() => copy(text)}>
      {isCopied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
    </ItemAction>
  )
}
