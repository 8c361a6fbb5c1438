import { CloudOff, LogIn, RefreshCw } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import type { StreamStatus } from "../../src/client/stream.ts"
import { loggedOut, upgraded } from "../live/access.ts"
import { useCell } from "../live/cell.ts"
import { connection, live } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"

const words = texts.shell.connection

/** Shorter breaks are not worth a word. */
const patienceMs = 1_000

/** How it stands with the server, where that is worth knowing. Nothing while all is well. */
export function ConnectionSign() {
  const trouble = useTrouble()
  const isOut = useCell(loggedOut)
  const isOld = useCell(upgraded)
  const unsent = useCell(outbox, (letters) => letters.filter(({ refused }) => !refused).length)
  return (
    <div role="status" className="shrink-0 empty:hidden">
      {isOut ? (
        <Strip icon={<LogIn size={14} aria-hidden />} text={words.loggedOut}>
          <a className={act} href={`/login?to=${encodeURIComponent(location.pathname + location.hash)}`}>
            {words.login}
          </a>
        </Strip>
      ) : trouble ? (
        <Strip
          icon={trouble === "offline" ? <CloudOff size={14} aria-hidden /> : <Spinner />}
          text={[words[trouble], ...(unsent > 0 ? [words.unsent(unsent)] : [])].join(" · ")}
        >
          {trouble === "offline" && (
            <button type="button" className={act} onClick={() => live().nudge()}>
              {words.tryNow}
            </button>
          )}
        </Strip>
      ) : isOld ? (
        <Strip icon={<RefreshCw size={14} aria-hidden />} text={words.upgraded}>
          <button type="button" className={act} onClick={() => location.reload()}>
            {words.reload}
          </button>
        </Strip>
      ) : null}
    </div>
  )
}

const act = "font-medium text-accent underline underline-offset-2 pointer-coarse:py-3"

function Strip({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-2 border-b border-line bg-sunken px-4 py-1 text-xs text-ink-soft">
      {icon}
      <span>{text}</span>
      {children}
    </p>
  )
}

type Trouble = "connecting" | "retrying" | "offline"

/** What is wrong, once it has been so for a moment; a new try does not change the words. */
function useTrouble(): Trouble | null {
  const { state } = useCell(connection)
  const isFine = state === "live" || state === "closed"
  const [shown, setShown] = useState<Trouble | null>(null)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isFine) {
      setLate(false)
      setShown(null)
      return
    }
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [isFine])
  useEffect(() => setShown((before) => troubleAfter(before, state)), [state])
  return isLate ? shown : null
}

function troubleAfter(before: Trouble | null, state: StreamStatus["state"]): Trouble | null {
  switch (state) {
    case "live":
    case "closed":
      return null
    case "connecting":
      return before ?? "connecting"
    case "retrying":
    case "offline":
      return state
  }
}
