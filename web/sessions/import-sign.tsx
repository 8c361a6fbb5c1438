import { useCell } from "../live/cell.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"
import { importing } from "./import.ts"

/** Says which file is being taken in. */
export function ImportSign() {
  const now = useCell(importing)
  return (
    <p role="status" className={now ? "flex shrink-0 items-center gap-2 px-4 pb-2 text-xs text-ink-soft" : "sr-only"}>
      {now && (
        <>
          <Spinner />
          <span className="min-w-0 truncate">{texts.sessions.import.importing(now.name, now.at, now.of)}</span>
        </>
      )}
    </p>
  )
}
