import { CircleCheck, CircleDashed } from "lucide-react"
import { queries, useApi } from "../live/queries.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Copyable } from "../ui/copyable.tsx"
import { StartDemo } from "./start-demo.tsx"

const words = texts.shell.firstRun

/** Shown without a model: what was looked for, how to set one up, and the demo. */
export function FirstRun({ isWelcome }: { isWelcome: boolean }) {
  return (
    <div className="flex flex-col gap-8">
      {isWelcome && (
        <header>
          <h1 className="mb-1.5 text-2xl font-semibold">{words.heading}</h1>
          <p className="text-ink-soft">{words.intro}</p>
        </header>
      )}
      <section className="flex flex-col items-start gap-3 rounded-xl border border-line bg-surface p-5">
        <h2 className="font-semibold">{words.demoHeading}</h2>
        <p className="text-sm text-ink-soft">{words.demoText}</p>
        <StartDemo />
      </section>
      <section className="flex flex-col gap-3">
        <div>
          <h2 className="font-semibold">{words.setUp}</h2>
          <p className="text-sm text-ink-soft">
            {words.noModel} {words.setUpIntro}
          </p>
        </div>
        <ul className="grid gap-3 sm:grid-cols-2">
          {words.setups.map(({ title, command, kind }) => (
            <li key={title} className="flex min-w-0 flex-col gap-1">
              <span className="flex justify-between text-sm">
                <span className="font-medium">{title}</span>
                <span className="text-ink-faint">{words[kind]}</span>
              </span>
              <Copyable text={command} />
            </li>
          ))}
        </ul>
      </section>
      <LookedFor />
    </div>
  )
}

function LookedFor() {
  const { data, isFetching } = useApi("GET /api/models", {})
  const again = () => void queries.invalidateQueries({ queryKey: ["GET /api/models"] })
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">{words.lookedFor}</h2>
        <Button onClick={again} disabled={isFetching}>
          {isFetching ? words.looking : words.recheck}
        </Button>
      </div>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface text-sm">
        {data?.providers.map(({ provider, title, models, note }) => {
          const isThere = models !== null && models.length > 0
          return (
            <li key={provider} className="flex items-center gap-2.5 px-3.5 py-2">
              {isThere ? (
                <CircleCheck size={15} aria-hidden className="shrink-0 text-good" />
              ) : (
                <CircleDashed size={15} aria-hidden className="shrink-0 text-ink-faint" />
              )}
              <span className="grow">{title}</span>
              <span className="text-right text-ink-faint">{models === null ? note : words.found(models.length)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
