import { CloudOff, LogIn, RefreshCw } from "lucide-react"
import type { ReactNode } from "react"
import { loggedOut, upgraded } from "../live/access.ts"
import { useCell } from "../live/cell.ts"
import { live } from "../live/live.ts"
import { outbox } from "../live/outbox.ts"
import { trouble } from "../live/reach.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"

const words = texts.shell.connection

/**
 * How it stands with the server, where that is worth knowing. Nothing while all is well. It lies over the page: what
 * somebody reads does not move by it.
 */
export function ConnectionSign() {
  const wrong = useCell(trouble)
  const isOut = useCell(loggedOut)
  const isOld = useCell(upgraded)
  const unsent = useCell(outbox, (letters) => letters.filter(({ refused }) => !refused).length)
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
