import type { ReactNode } from "react"
import { lookup } from "../../../src/base/lookup.ts"
import { type ApprovalView, approvalView } from "../../../src/session/view/approval.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { Scrollable } from "../../diff/scrollable.tsx"
import { texts } from "../../texts.ts"

const says = texts.cards.ask

/** What an approval shows; null for another ask. */
export function viewOf(item: Item<"ask">): ApprovalView | null {
  return item.as === "approval" ? approvalView(item) : null
}

export const titleOf = (item: Item<"ask">) => viewOf(item)?.title ?? item.question

/** The details of an ask. */
export function AskFacts({ item }: { item: Item<"ask"> }) {
  const view = viewOf(item)
  return view ? <Facts view={view} /> : item.details && <Box>{item.details}</Box>
}

function Box({ children }: { children: ReactNode }) {
  return (
    <Scrollable
      label={says.details}
      className="max-h-48 overflow-auto rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {children}
    </Scrollable>
  )
}

function Facts({ view: { command, parts, facts, change } }: { view: ApprovalView }) {
  return (
    <>
      {command !== null && (
        <Box>
          <code className="font-mono text-xs leading-5">{command}</code>
        </Box>
      )}
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        {parts.map(({ text, why, isDanger }) => (
          <div key={`${text} ${why}`} className="contents">
            <dt className="line-clamp-2 max-w-80 font-mono wrap-anywhere">{text}</dt>
            <dd className={isDanger ? "min-w-0 text-bad wrap-anywhere" : "min-w-0 text-ink-faint wrap-anywhere"}>
              {why}
            </dd>
          </div>
        ))}
        {facts.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-ink-faint">{lookup(says.facts, name) ?? name.replaceAll("_", " ")}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {change.length > 0 && (
        <Box>
          <code className="font-mono text-xs leading-5">{change.join("\n")}</code>
        </Box>
      )}
    </>
  )
}
