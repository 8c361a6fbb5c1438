import { ArrowDown } from "lucide-react"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"

/** Brings a person who reads above back to the end, and says how much is new there. */
export function ToLatest({ count, onClick }: { count: number; onClick: () => void }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      <Button onClick={onClick} className="pointer-events-auto rounded-full shadow-float">
        <ArrowDown size={15} aria-hidden />
        {texts.transcript.toLatest}
        {count > 0 && (
          <span className="rounded-full bg-accent px-1.5 text-xs text-accent-ink">
            {texts.transcript.newItems(count)}
          </span>
        )}
      </Button>
    </div>
  )
}
