import { useState } from "react"
import { useCell } from "../../live/cell.ts"
import { notifications, sendKey } from "../../live/preferences.ts"
import { isMac, shownKeys } from "../../live/shortcuts.ts"
import { theme, themes } from "../../live/theme.ts"
import { texts } from "../../texts.ts"
import { Choices } from "../../ui/choices.tsx"
import { CheckField } from "../../ui/field.tsx"

const words = texts.shell.settings

/** Settings of this browser. */
export function BrowserSettings() {
  const chosen = useCell(theme)
  const key = useCell(sendKey)
  return (
    <div className="flex flex-col gap-5">
      <Choices
        label={words.theme}
        value={chosen}
        onChange={(next) => theme.set(next)}
        options={themes.map((value) => ({ value, name: words.themes[value] }))}
      />
      <Choices
        label={words.sendKey}
        value={key}
        onChange={(next) => sendKey.set(next)}
        options={[
          { value: "enter", name: shownKeys("enter", isMac) },
          { value: "mod-enter", name: shownKeys("mod+enter", isMac) },
        ]}
      />
      <NotificationSetting />
    </div>
  )
}

function NotificationSetting() {
  const isOn = useCell(notifications)
  const [isBlocked, setBlocked] = useState(false)
  if (!("Notification" in globalThis)) return null
  const change = async (wanted: boolean) => {
    const allowed = wanted && (await Notification.requestPermission()) === "granted"
    setBlocked(wanted && !allowed)
    notifications.set(allowed)
  }
  return (
    <div>
      <CheckField
        label={words.notifications}
        checked={isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {isBlocked && (
        <p role="alert" className="text-sm text-warn">
          {words.notificationsBlocked}
        </p>
      )}
    </div>
  )
}
