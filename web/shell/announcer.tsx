import { useEffect } from "react"
import { announce, announcement } from "../live/announce.ts"
import { announcementOf } from "../live/announcement.ts"
import { useCell } from "../live/cell.ts"
import { onFrame } from "../live/live.ts"
import { useRoute } from "../live/route.ts"

/** Tells screen readers what happens in the session that is shown: its steps, not each word of them. */
export function Announcer() {
  const { text, at } = useCell(announcement)
  const { session } = useRoute()
  useEffect(
    () =>
      onFrame((frame) => {
        if (frame.name !== "event" || frame.data.session !== session) return
        const told = announcementOf(frame.data.event)
        if (told) announce(told)
      }),
    [session],
  )
  return (
    <div aria-live="polite" role="status" className="sr-only">
      <span key={at}>{text}</span>
    </div>
  )
}
