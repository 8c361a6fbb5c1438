import { RotateCw } from "lucide-react"
import { useEffect, useState } from "react"
import type { Item } from "../../src/session/view/transcript/item.ts"
import { resume } from "../live/actions.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Fold } from "./fold.tsx"
import { ItemFrame } from "./item-frame.tsx"
import { useIsLastItem } from "./list-facts.ts"

const says = texts.transcript

/** Consecutive failed model calls on one line, with a countdown to the next retry. */
export function Retries({
  session,
  failed,
  at,
}: {
  session: string
  failed: readonly Item<"answer">[]
  at: number | null
}) {
  const last = failed.at(-1)
  const isLast = useIsLastItem(last?.seq ?? 0)
  if (!last?.failure) return null
  const { retry, retryAt } = last.failure
  const title = says.failed(last.failure)
  const isWaiting = isLast && at === null && retryAt !== null
  const times = retryAt === null ? failed.length - 1 : failed.length
  const name = isWaiting ? title : `${title}, ${says.retried(times)}`
  return (
    <ItemFrame item={last} name={name} className="flex items-start gap-2 text-sm text-ink-faint">
      <RotateCw size={14} aria-hidden className="mt-1 shrink-0" />
      <div className="min-w-0 grow wrap-anywhere">
        {isWaiting ? (
          <p className="text-warn">
            {title}. <Countdown until={retryAt} retry={retry ? says.retryOf(retry.number, retry.of) : ""} />{" "}
            <Button look="quiet" onClick={() => void resume(session)}>
              {says.retryNow}
            </Button>
          </p>
        ) : (
          <Fold id={`${session}:${failed[0]?.seq}:retries`} title={name}>
            <ol aria-label={says.attempts} className="flex list-decimal flex-col gap-1 pl-5">
              {failed.map((item) => (
                <li key={item.seq}>
                  {item.note}
                  {item.text !== "" && <blockquote className="border-l border-line pl-2">{item.text}</blockquote>}
                </li>
              ))}
            </ol>
          </Fold>
        )}
      </div>
    </ItemFrame>
  )
}

function Countdown({ until, retry }: { until: string; retry: string }) {
  const left = () => Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  // biome-ignore lint/correctness/useExhaustiveDependencies: how much is left follows from when it is over.
  useEffect(() => {
    setSeconds(left())
    const timer = setInterval(() => setSeconds(left()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  return says.retryingIn(seconds, retry)
}
