import { useEffect } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { newsOf } from "../live/news.ts"
import { go } from "../live/page-route.ts"
import { notifications } from "../live/preferences.ts"
import { rows } from "../live/rows.ts"
import { sessionStatusOf } from "../live/session-status.ts"
import { texts } from "../texts.ts"

/** Browser notifications while the page is hidden, if enabled. */
export function Notifier() {
  useEffect(() => {
    let before = rows.get()
    return rows.subscribe(() => {
      const now = rows.get()
      const isWanted = notifications.get() && document.visibilityState === "hidden"
      if (isWanted && globalThis.Notification?.permission === "granted") {
        for (const [id, row] of now) {
          const known = before.get(id)
          if (known && known !== row) showNotification(known, row)
        }
      }
      before = now
    })
  }, [])
  return null
}

function showNotification(before: Row, row: Row): void {
  const text = newsOf(sessionStatusOf(before), sessionStatusOf(row), row.title ?? texts.shell.header.untitled)
  if (text === null) return
  const notification = new Notification(text, { tag: row.id, icon: "/icon.svg" })
  notification.onclick = () => {
    focus()
    go({ session: row.id })
    notification.close()
  }
}
