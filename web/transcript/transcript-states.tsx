import { History } from "lucide-react"
import type { ReactNode } from "react"
import type { ApiProblem } from "../../src/client/client.ts"
import { travel } from "../live/time-travel.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"

export function Empty() {
  return <Notice title={texts.transcript.nothingYet} hint={texts.transcript.nothingYetHint} />
}

/** The session was erased or cannot be read. */
export function Gone({ how }: { how: "erased" | "damaged" }) {
  const { erased, erasedHint, damaged, damagedHint } = texts.transcript
  return how === "erased" ? <Notice title={erased} hint={erasedHint} /> : <Notice title={damaged} hint={damagedHint} />
}

/** The events could not be fetched. */
export function NotReached({ problem, onRetry }: { problem: ApiProblem; onRetry: () => void }) {
  return (
    <Notice title={texts.transcript.notReached} hint={problem.message}>
      <Button onClick={onRetry}>{texts.retry}</Button>
    </Notice>
  )
}

function Notice({ title, hint, children }: { title: string; hint: string; children?: ReactNode }) {
  return (
    <div className="flex grow flex-col items-center justify-center gap-2 p-6 text-center">
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="max-w-md text-sm text-ink-faint">{hint}</p>
      {children}
    </div>
  )
}

/** A skeleton while loading. */
export function Skeleton() {
  return (
    <div
      role="status"
      className="mx-auto flex w-full max-w-[48rem] grow flex-col justify-end gap-6 overflow-hidden px-4 py-8"
    >
      <span className="sr-only">{texts.transcript.loading}</span>
      {["w-2/5 self-end", "w-full", "w-4/5", "w-1/3 self-end", "w-full", "w-3/5"].map((shape) => (
        <span key={shape} aria-hidden className={`h-5 animate-pulse rounded-md bg-sunken ${shape}`} />
      ))}
    </div>
  )
}

/** Above the first row: the start of the session, or loading. */
export function Beginning({ isFirst, isLoading }: { isFirst: boolean; isLoading: boolean }) {
  if (isFirst) return <p className="text-xs text-ink-faint">{texts.transcript.beginning}</p>
  if (!isLoading) return null
  return (
    <p className="flex items-center gap-2 text-xs text-ink-faint">
      <Spinner />
      {texts.transcript.loadingEarlier}
    </p>
  )
}

/** Says that the past is shown, with a way back. */
export function Travelling({ session, at }: { session: string; at: number }) {
  return (
    <div className="flex items-center gap-2 border-b border-info/30 bg-info-soft px-4 py-1.5 text-sm text-info">
      <History size={15} aria-hidden className="shrink-0" />
      <p role="status" className="grow">
        {texts.transcript.asItWas(at)}
      </p>
      <Button onClick={() => travel(session, null)}>{texts.transcript.backToNow}</Button>
    </div>
  )
}
