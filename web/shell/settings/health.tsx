import { CircleAlert, CircleCheck, CircleX, Info } from "lucide-react"
import { useState } from "react"
import { bytes } from "../../../src/base/amount-text.ts"
import type { Check } from "../../../src/present/checkup.ts"
import type { Api } from "../../../src/server/contract/api.ts"
import type { AnswerOf } from "../../../src/server/contract/endpoint.ts"
import { client } from "../../live/api-client.ts"
import { useApi } from "../../live/queries.ts"
import { moment } from "../../texts/amounts.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { notifyProblem } from "../../ui/notices.ts"
import { Spinner } from "../../ui/spinner.tsx"

const words = texts.shell.settings

type Report = AnswerOf<Api["GET /api/doctor"]>

/** The server's health, and checks of its storage. */
export function Health() {
  const { data, error } = useApi("GET /api/health", {})
  if (error) return <p role="alert">{error.message}</p>
  if (!data) return <p className="text-sm text-ink-faint">{texts.loading}</p>
  const { deep } = data
  const facts: ReadonlyArray<readonly [string, string]> = [
    [words.status, words.statuses[data.status]],
    [words.version, data.version],
    ...(deep
      ? ([
          [words.startedAt, moment(deep.startedAt)],
          [
            words.store,
            deep.store.status === "ok" ? `${deep.store.ms.toFixed(1)} ms` : (deep.store.message ?? words.storeFailed),
          ],
          [words.running, String(deep.driving)],
          [words.waiting, String(deep.waiting)],
          [words.streams, String(deep.streams)],
          [words.memory, bytes(deep.memory.rss)],
        ] as const)
      : []),
  ]
  return (
    <div className="flex flex-col gap-5">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-faint">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Doctor />
    </div>
  )
}

function Doctor() {
  const [report, setReport] = useState<Report | null>(null)
  const [isLooking, setLooking] = useState(false)
  const look = (verify: "true" | "false") => {
    setLooking(true)
    void client
      .call("GET /api/doctor", { query: { verify } })
      .then(setReport, notifyProblem)
      .finally(() => setLooking(false))
  }
  return (
    <section className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button disabled={isLooking} onClick={() => look("false")}>
          {words.doctor}
        </Button>
        <Button disabled={isLooking} onClick={() => look("true")}>
          {words.verify}
        </Button>
        {isLooking && <Spinner />}
      </div>
      {report && (
        <div role="status" className="flex flex-col gap-2 text-sm">
          <p className="font-medium">{report.sound ? words.sound : words.unsound}</p>
          <ul className="flex flex-col gap-1.5">
            {report.checks.map((check) => (
              <Line key={check.id} check={check} />
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

const signs = {
  ok: <CircleCheck size={15} aria-hidden className="text-good" />,
  note: <Info size={15} aria-hidden className="text-info" />,
  warn: <CircleAlert size={15} aria-hidden className="text-warn" />,
  fail: <CircleX size={15} aria-hidden className="text-bad" />,
} as const satisfies Record<Check["status"], unknown>

function Line({ check }: { check: Check }) {
  return (
    <li className="flex items-start gap-2">
      <span className="mt-1 shrink-0">{signs[check.status]}</span>
      <span>
        {check.name}: {check.found}
        {check.advice && <span className="block text-ink-faint">{check.advice}</span>}
      </span>
    </li>
  )
}
