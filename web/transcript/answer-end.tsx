import { CircleAlert, Unplug } from "lucide-react"
import { texts } from "../texts.ts"
import type { ItemProps } from "./item-props.ts"
import { useIsSaidAtEnd } from "./list-facts.ts"

/** Marks an answer that did not end normally. */
export function AnswerEnd({ item, at }: Pick<ItemProps<"answer">, "item" | "at">) {
  switch (item.state) {
    case "whole":
      return null
    case "streaming":
      return at === null ? null : <p className="text-sm text-ink-faint">{texts.transcript.wasAnswering}</p>
    case "failed":
      return <Failed item={item} />
    case "interrupted":
      return <CutOff item={item} />
  }
}

function Failed({ item: { failure, note } }: Pick<ItemProps<"answer">, "item">) {
  const isSaidBelow = useIsSaidAtEnd(note)
  return (
    <div className="mt-2 flex items-start gap-2 rounded-lg border border-bad/30 bg-bad-soft px-3 py-2 text-sm text-bad">
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{texts.transcript.failed(failure ?? { kind: "other" })}</p>
        {note && !isSaidBelow && <p>{note}</p>}
      </div>
    </div>
  )
}

function CutOff({ item: { interrupted, text } }: Pick<ItemProps<"answer">, "item">) {
  const { cutOff, cutOffUnknown, cutOffByYou, kept } = texts.transcript
  const reason = interrupted?.reason ?? "unknown"
  const why = reason === "unknown" ? cutOffUnknown : cutOff[reason]
  const isMeant = reason === "cancelled" || reason === "superseded"
  const who = reason === "cancelled" && interrupted?.by.kind === "person" ? cutOffByYou : ""
  return (
    <p className="mt-2 flex items-center gap-2 text-sm text-warn">
      <Unplug size={15} aria-hidden className="shrink-0" />
      <span>
        {why}
        {who}
        {!isMeant && ` (${kept(text.length)})`}
      </span>
      <span aria-hidden className="h-px grow bg-warn/30" />
    </p>
  )
}
