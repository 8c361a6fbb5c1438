import { useEffect, useState } from "react"
import { duration } from "../../texts/amounts.ts"

/** How long something has been going on. It is told from the second second on: shorter is no news. */
export function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const milliseconds = now - Date.parse(since)
  if (milliseconds < 2_000) return null
  return (
    <span className="shrink-0 text-xs text-ink-faint tabular-nums">
      {duration(Math.floor(milliseconds / 1000) * 1000)}
    </span>
  )
}
