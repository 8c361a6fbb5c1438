import { Check, CircleSlash } from "lucide-react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { texts } from "../../texts.ts"
import { Ticked } from "../../ui/ticked.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { AskFacts, titleOf } from "./ask-facts.tsx"
import { Fold } from "./card-fold.tsx"
import { askIcons, OpenAsk } from "./open-ask.tsx"

type Ask = Item<"ask">

const says = texts.cards.ask

/** An ask in the transcript: open with its answers, or answered. */
export function AskCard({ session, item, at }: ItemProps<"ask">) {
  const kind = says.kinds[item.as]
  if (item.state === "open") {
    const name = `${kind}, ${says.waits.toLowerCase()}: ${item.question}`
    return (
      <ItemFrame item={item} name={name} className="border border-warn/50 bg-surface shadow-float">
        <OpenAsk session={session} item={item} disabled={at !== null} />
      </ItemFrame>
    )
  }
  const outcome = outcomeOf(item)
  const name = `${kind}: ${outcome}`
  const Icon = askIcons[item.as]
  const isDenied = item.verdict === "deny" || item.state === "expired"
  return (
    <ItemFrame item={item} name={name}>
      <Fold
        id={`${session} ${item.seq}`}
        line={
          <>
            <Icon size={15} aria-hidden className="shrink-0 text-ink-faint" />
            <span className="min-w-0 truncate text-ink-soft">
              <Ticked text={item.question} />
            </span>
            <span className="grow" />
            <span
              className={
                isDenied
                  ? "inline-flex max-w-[50%] items-center gap-1 text-xs text-warn"
                  : "inline-flex max-w-[50%] items-center gap-1 text-xs text-good"
              }
            >
              <span className="truncate">{outcome}</span>
              {isDenied ? (
                <CircleSlash size={14} aria-hidden className="shrink-0" />
              ) : (
                <Check size={14} aria-hidden className="shrink-0" />
              )}
            </span>
          </>
        }
      >
        <div className="px-3 py-2 text-sm">
          <p className="whitespace-pre-wrap wrap-anywhere">
            <Ticked text={titleOf(item)} />
          </p>
          <div className="mt-2">
            <AskFacts item={item} />
          </div>
          <p className="mt-2 wrap-anywhere">{outcome}</p>
          {item.answered && <p className="text-xs text-ink-faint">{says.by(whoOf(item.answered.by))}</p>}
        </div>
      </Fold>
    </ItemFrame>
  )
}

function outcomeOf({ as, state, verdict, scope, answer, options, reason }: Ask): string {
  if (state === "expired") return reason ?? says.expired
  if (as === "plan" && verdict === "approve") return says.plan.approved
  if (as === "plan") return answer && answer !== "deny" ? says.plan.rejectedWith(answer) : says.plan.rejected
  switch (verdict) {
    case "approve":
      return says.approved[scope ?? "once"]
    case "deny":
      return answer && answer !== "deny" ? says.deniedWith(answer) : says.denied
    case "choice":
    case "text":
    case null:
      return says.chosen(options.find(({ id }) => id === answer)?.label ?? answer ?? "")
    default:
      return verdict satisfies never
  }
}

const whoOf = ({ name, device }: { name: string; device?: string | undefined }) =>
  device ? `${name}, ${device}` : name
