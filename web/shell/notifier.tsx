import { useEffect } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { newsOf } from "../live/news.ts"
import { notifications } from "../live/preferences.ts"
import { go } from "../live/route.ts"
import { rows } from "../live/rows.ts"
import { standingOf } from "../live/standing.ts"
import { texts } from "../texts.ts"

/** Tells by the browser that a session waits or is done, if a person wanted that and looks elsewhere. */
export function Notifier() {
  useEffect(() => {
    let before = rows.get()
    return rows.subscribe(() => {
      const now = rows.get()
      const isWanted = notifications.get() && document.visibilityState === "hidden"
      if (isWanted && globalThis.Notification?.permission === "granted") {
        for (const [id, row] of now) {
          const known = before.get(id)
          if (known && known !== row) tell(known, row)
        }
      }
      before = now
    })
  }, [])
  return null
}

function tell(before: Row, row: Row): void {
  const text = newsOf(standingOf(before), standingOf(row), row.title ?? texts.shell.header.untitled)
  if (text === null) return
  const told = new Notification(text, { tag: row.id, icon: "/icon.svg" })
  told.onclick = () => {
    focus()
    go({ session: row.id })
    told.close()
  }
}
