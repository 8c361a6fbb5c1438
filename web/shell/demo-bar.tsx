import { CircleCheck, Skull } from "lucide-react"
import { useState } from "react"
import { demoReport, killDemo } from "../live/crash-demo.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { notifyProblem } from "../ui/notices.ts"
import { PageLink } from "../ui/page-link.tsx"
import { Spinner } from "../ui/spinner.tsx"

const words = texts.shell.demo

/** The crash demo: a button that kills the running process, and what was lost. */
export function DemoBar({ id }: { id: string }) {
  const state = useSessionState(id)
  if (state?.log.model !== "demo") return null
  if (state.log.turn) return <AtWork id={id} head={state.seq} />
  return state.branch.stop && <Summary id={id} head={state.seq} />
}

function AtWork({ id, head }: { id: string; head: number }) {
  const { data } = useApi("GET /api/sessions/:id/demo", { params: { id } }, { version: head })
  const [isKilled, setKilled] = useState(false)
  const owner = useSessionState(id)?.log.owner?.epoch ?? 0
  if (!data || (data.child === null && !isKilled && owner < 2)) return null
  const kill = () => {
    setKilled(true)
    void killDemo(id).catch((error: unknown) => {
      setKilled(false)
      notifyProblem(error)
    })
  }
  return (
    <section
      aria-label={words.bar}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-accent-soft px-4 py-2 text-sm"
    >
      {data.child !== null && !isKilled ? (
        <>
          <p className="min-w-0 grow basis-56">{words.driven}</p>
          <Button look="danger" onClick={kill}>
            <Skull size={15} aria-hidden />
            {words.kill}
          </Button>
        </>
      ) : (
        <p role="status" className="flex items-center gap-2">
          <Spinner />
          {words.killed}
        </p>
      )}
    </section>
  )
}

const wholeLog = 2000

function Summary({ id, head }: { id: string; head: number }) {
  const [isClosed, setClosed] = useState(false)
  const { data } = useApi(
    "GET /api/sessions/:id/events",
    { params: { id }, query: { after: 0, limit: wholeLog } },
    { version: head },
  )
  if (!data || isClosed) return null
  const { takenOverAt, kept, commands, twice, unknown } = demoReport(data.events)
  if (takenOverAt === null) return null
  return (
    <section
      aria-label={words.bar}
      className="flex shrink-0 flex-wrap items-start gap-x-4 gap-y-2 border-b border-line bg-good-soft px-4 py-3 text-sm"
    >
      <CircleCheck size={18} aria-hidden className="mt-0.5 shrink-0 text-good" />
      <div className="min-w-0 grow basis-56">
        <h2 className="font-semibold">
          {words.summary} {twice === 0 && words.nothing}
        </h2>
        <p className="text-ink-soft">
          {[
            words.kept(kept),
            ...(twice === 0 ? [words.commands(commands)] : []),
            ...(unknown > 0 ? [words.unknown(unknown)] : []),
            words.carriedOn(takenOverAt),
          ].join(" ")}{" "}
          <PageLink to={{ session: id, seq: takenOverAt }} className="text-accent underline underline-offset-2">
            {words.showWhere}
          </PageLink>
        </p>
      </div>
      <Button look="quiet" onClick={() => setClosed(true)}>
        {texts.shell.states.dismiss}
      </Button>
    </section>
  )
}
