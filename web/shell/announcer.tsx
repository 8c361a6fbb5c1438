import { useEffect } from "react"
import { announce, announcement } from "../live/announce.ts"
import { announcementOf } from "../live/announcement.ts"
import { useCell } from "../live/cell.ts"
import { onFrame } from "../live/live.ts"
import { useRoute } from "../live/page-route.ts"

/** Announces the shown session's events to screen readers, but not streamed text. */
export function Announcer() {
  const { text, at } = useCell(announcement)
  const { session } = useRoute()
  useEffect(
    () =>
      onFrame((frame) => {
        if (frame.name !== "event" || frame.data.session !== session) return
        const announcement = announcementOf(frame.data.event)
        if (announcement) announce(announcement)
      }),
    [session],
  )
  return (
    <div aria-live="polite" role="status" className="sr-only">
      <span key={at}>{text}</span>
    </div>
  )
}
