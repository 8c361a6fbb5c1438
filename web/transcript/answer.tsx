import { GitFork, RotateCcw } from "lucide-react"
import { fork, regenerate } from "../live/actions.ts"
import { useCell } from "../live/cell.ts"
import { views } from "../live/live.ts"
import { modelName } from "../live/short-model-name.ts"
import { useStreamed } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"
import { AnswerActions } from "./answer-actions.tsx"
import { AnswerEnd } from "./answer-end.tsx"
import { AnswerReasoning } from "./answer-reasoning.tsx"
import { CopyAction, ItemAction, ItemActions } from "./item-actions.tsx"
import { ItemFrame } from "./item-frame.tsx"
import type { ItemProps } from "./item-props.ts"
import { useIsLastAnswer } from "./list-facts.ts"
import { Markdown } from "./markdown.tsx"
import { windowStore } from "./window-store.ts"

/** An answer, rendered by the same components while streaming and when complete, so that nothing flickers. */
export function Answer({ session, item, at }: ItemProps<"answer">) {
  const isOpen = item.state === "streaming" && at === null
  const streamed = useStreamed(session, item.seq, "text")
  const thought = useStreamed(session, item.seq, "reasoning")
  const text = (isOpen ? streamed : undefined) ?? item.text
  const reasoning = (isOpen ? thought : undefined) ?? item.reasoning
  const id = `${session}:${item.seq}`
  if (item.purpose !== "turn" && item.purpose !== "explore") {
    return <AnswerActions id={id} item={{ ...item, text, reasoning }} open={isOpen} />
  }
  const actions = isOpen ? undefined : () => <Actions session={session} item={item} at={at} />
  return (
    <ItemFrame item={item} name={texts.transcript.answer} {...(actions ? { actions } : {})}>
      {reasoning !== "" && <AnswerReasoning id={id} text={reasoning} open={isOpen && text === ""} />}
      {text !== "" && <Markdown text={text} open={isOpen} />}
      {isOpen && <Under session={session} seq={item.seq} isSilent={text === "" && reasoning === ""} />}
      <AnswerEnd item={item} at={at} />
    </ItemFrame>
  )
}

/** The activity below a streaming answer: waiting, or writing a tool call. */
function Under({ session, seq, isSilent }: { session: string; seq: number; isSilent: boolean }) {
  const written = useCell(views, (all) => all.get(session)?.partials.get(seq)?.calls?.length ?? 0)
  const { waitingForModel, writingCall } = texts.transcript
  if (!isSilent && written === 0) return null
  return (
    <p className="mt-1 flex items-center gap-2 text-sm text-ink-faint">
      <Spinner />
      {written > 0 ? writingCall(written) : waitingForModel}
    </p>
  )
}

function Actions({ session, item, at }: ItemProps<"answer">) {
  const isLast = useIsLastAnswer(item.seq)
  const isIdle = useCell(views, (all) => all.get(session)?.state.log.turn === null)
  const says = texts.transcript
  return (
    <ItemActions at={item.at} about={aboutOf(item)}>
      {item.text !== "" && <CopyAction name={says.copyAnswer} text={item.text} />}
      {at === null && isLast && isIdle && (
        <ItemAction name={says.regenerate} onClick={() => void regenerate(session, headOf(session))}>
          <RotateCcw size={15} aria-hidden />
        </ItemAction>
      )}
      <ItemAction name={says.fork} onClick={() => void fork(session, outcomeOf(session, item.seq))}>
        <GitFork size={15} aria-hidden />
      </ItemAction>
    </ItemActions>
  )
}

function aboutOf({ usage, model }: ItemProps<"answer">["item"]): string | null {
  const usageText = usage ? texts.transcript.usage(usage.input, usage.output, usage.cost) : null
  return [model && modelName(model), usageText].filter((part) => part !== null).join(" · ") || null
}

const headOf = (session: string) => views.get().get(session)?.state.seq ?? 0

// A fork in the middle of an answer would not contain it.
function outcomeOf(session: string, asked: number): number {
  const { events } = windowStore(session).state.get().window
  return events.findLast(({ data }) => "asked" in data && data.asked === asked)?.seq ?? asked
}
