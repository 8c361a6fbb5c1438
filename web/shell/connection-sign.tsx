import { CloudOff, LogIn, RefreshCw } from "lucide-react"
import type { ReactNode } from "react"
import { useCell } from "../live/cell.ts"
import { connectionProblem } from "../live/connection-watch.ts"
import { live } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { loggedOut, upgraded } from "../live/sign-in-state.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"

const words = texts.shell.connection

/** Shows connection problems; an overlay, so that the page does not shift. */
export function ConnectionSign() {
  const wrong = useCell(connectionProblem)
  const isOut = useCell(loggedOut)
  const isOld = useCell(upgraded)
  const unsent = useCell(outbox, (entries) => entries.filter(({ refused }) => !refused).length)
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-2 top-[3.25rem] z-20 pointer-coarse:top-[4.5rem] flex justify-center empty:hidden"
    >
      {isOut ? (
        <Strip icon={<LogIn size={14} aria-hidden className="shrink-0" />} text={words.loggedOut}>
          <a className={act} href={`/login?to=${encodeURIComponent(location.pathname + location.hash)}`}>
            {words.login}
          </a>
        </Strip>
      ) : wrong ? (
        <Strip
          icon={wrong === "offline" ? <CloudOff size={14} aria-hidden className="shrink-0" /> : <Spinner />}
          text={[words[wrong], ...(unsent > 0 ? [words.unsent(unsent)] : [])].join(" · ")}
        >
          {wrong === "offline" && (
            <button type="button" className={act} onClick={() => live().nudge()}>
              {words.tryNow}
            </button>
          )}
        </Strip>
      ) : isOld ? (
        <Strip icon={<RefreshCw size={14} aria-hidden className="shrink-0" />} text={words.upgraded}>
          <button type="button" className={act} onClick={() => location.reload()}>
            {words.reload}
          </button>
        </Strip>
      ) : null}
    </div>
  )
}

const act = "shrink-0 font-medium text-accent underline underline-offset-2 pointer-coarse:py-3"

function Strip({ icon, text, children }: { icon: ReactNode; text: string; children?: ReactNode }) {
  return (
    <p className="pointer-events-auto flex items-center gap-x-2 rounded-xl border border-line-strong bg-surface px-3 py-1.5 text-xs text-ink-soft shadow-float">
      {icon}
      <span>{text}</span>
      {children}
    </p>
  )
}
