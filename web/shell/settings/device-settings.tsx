import { useState } from "react"
import { client } from "../../live/api-client.ts"
import { useApi } from "../../live/queries.ts"
import { shortTime } from "../../texts/amounts.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { Copyable } from "../../ui/copyable.tsx"
import { notifyProblem } from "../../ui/notices.ts"

const words = texts.shell.settings

type Made = { link: string; until: string }

/** Who is signed in, links for other devices, and signing out. */
export function DeviceSettings() {
  const { data: me } = useApi("GET /api/me", {})
  const [made, setMade] = useState<Made | null>(null)
  const make = () => void client.call("POST /api/links", {}).then(setMade, notifyProblem)
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col items-start gap-2">
        <h3 className="text-sm font-medium">{words.link}</h3>
        {made ? (
          <div className="flex w-full flex-col gap-1">
            <Copyable text={made.link} />
            <p className="text-xs text-ink-faint">{words.linkUntil(shortTime(made.until))}</p>
          </div>
        ) : (
          <Button onClick={make}>{words.makeLink}</Button>
        )}
      </section>
      <section className="flex flex-col items-start gap-2">
        <h3 className="text-sm font-medium">{me ? words.who(me.name, me.device) : texts.loading}</h3>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => leave("false")}>{words.logOut}</Button>
          <Button look="danger" onClick={() => leave("true")}>
            {words.logOutEverywhere}
          </Button>
        </div>
      </section>
    </div>
  )
}

function leave(everywhere: "true" | "false"): void {
  void client.call("POST /api/logout", { query: { everywhere } }).then(() => location.assign("/login"), notifyProblem)
}
