import { lookup } from "../../src/base/lookup.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"
import { AnswerEnd } from "./answer-end.tsx"
import { Fold } from "./fold.tsx"
import { ItemFrame } from "./item-frame.tsx"
import type { ItemProps } from "./item-props.ts"
import { Markdown } from "./markdown.tsx"

/** A model call beside the conversation, such as for a plan or title, folded. */
export function AnswerActions({ id, item, open }: { id: string; item: ItemProps<"answer">["item"]; open: boolean }) {
  const { purposes, purposesOpen, answer } = texts.transcript
  const name = lookup(open ? purposesOpen : purposes, item.purpose) ?? answer
  return (
    <ItemFrame item={item} name={name} className="text-sm text-ink-faint">
      {item.text === "" ? (
        <p className="flex items-center gap-2 py-0.5">
          {open && <Spinner />}
          {name}
        </p>
      ) : (
        <Fold id={`${id}:aside`} title={name} beside={open && <Spinner />}>
          <Markdown text={item.text} open={open} />
        </Fold>
      )}
      <AnswerEnd item={item} at={null} />
    </ItemFrame>
  )
}
