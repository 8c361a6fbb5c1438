import { CircleDashed, CircleHelp, CircleSlash, type LucideIcon, ShieldCheck, ShieldX } from "lucide-react"
import { lazy } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { useStreamed } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { classes } from "../../ui/classes.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { Fold } from "./card-fold.tsx"

type Check = Item<"check">

const TerminalOutput = lazy(async () => ({ default: (await import("../../diff/terminal-output.tsx")).TerminalOutput }))

const says = texts.cards.check

/** A check: its command, what it proves, and the outcome. */
export function CheckCard({ session, item }: ItemProps<"check">) {
  const state = stateOf(item)
  const { icon: Icon, ink } = lookOf(state)
  const name = `${says.name} ${item.command}: ${says.states[state] ?? state}`
  const streamed = useStreamed(session, item.startedAt, "output")
  const output = item.state === "running" ? (streamed ?? item.output) : item.output
  const proves = item.strength ? says.proves(texts.inspector.strength[item.strength]) : null
  return (
    <ItemFrame item={item} name={name}>
      <Fold
        id={`${session} ${item.seq}`}
        line={
          <>
            {item.state === "running" ? (
              <Spinner />
            ) : (
              <Icon size={15} aria-hidden className={classes("shrink-0", ink)} />
            )}
            <span className="min-w-0 truncate font-mono text-xs text-ink">{item.command}</span>
            <span className="grow" />
            {proves && <span className="truncate text-xs text-ink-faint max-sm:hidden">{proves}</span>}
            <span className={classes("shrink-0 text-xs font-medium", ink)}>{says.states[state] ?? state}</span>
          </>
        }
      >
        <Facts item={item} state={state} proves={proves} />
        {output !== "" && (
          <div className="border-t border-line">
            <TerminalOutput
              session={session}
              text={output}
              whole={item.whole?.blob ?? null}
              live={item.state === "running"}
            />
          </div>
        )}
      </Fold>
    </ItemFrame>
  )
}

function Facts({ item, state, proves }: { item: Check; state: string; proves: string | null }) {
  const facts = [
    says.meanings[state],
    item.stale,
    item.summary,
    proves && `${proves}.`,
    item.exitCode === null ? null : `${texts.cards.output.exitCode(item.exitCode)}.`,
  ].filter((fact): fact is string => Boolean(fact))
  return (
    <div className="px-3 py-2 text-xs text-ink-soft">
      <p className="font-mono wrap-anywhere text-ink">{item.command}</p>
      {facts.map((fact) => (
        <p key={fact} className="mt-1 wrap-anywhere">
          {fact}
        </p>
      ))}
    </div>
  )
}

/** A pass before the latest changes proves nothing. */
function stateOf({ state, stale }: Check): string {
  return state === "passed" && stale !== null ? "stale" : state
}

function lookOf(state: string): { icon: LucideIcon; ink: string } {
  switch (state) {
    case "passed":
      return { icon: ShieldCheck, ink: "text-good" }
    case "failed":
      return { icon: ShieldX, ink: "text-bad" }
    case "unknown":
    case "stale":
      return { icon: CircleHelp, ink: "text-warn" }
    case "skipped":
      return { icon: CircleSlash, ink: "text-ink-faint" }
    default:
      return { icon: CircleDashed, ink: "text-ink-faint" }
  }
}
