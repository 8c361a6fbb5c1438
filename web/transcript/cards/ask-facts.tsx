import type { ReactNode } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { Scrollable } from "../../diff/scrollable.tsx"
import { own } from "../../live/own.ts"
import { texts } from "../../texts.ts"
import { type ApprovalFacts, approvalFacts } from "./approval-facts.ts"

const says = texts.cards.ask

/** What an approval says of itself, where it is written as facts. */
export function factsOf({ as, details }: Item<"ask">): ApprovalFacts | null {
  return details !== null && as === "approval" ? approvalFacts(details) : null
}

/** What there is to know before answering, or what there was. */
export function AskFacts({ item }: { item: Item<"ask"> }) {
  const facts = factsOf(item)
  if (facts) return <Facts facts={facts} />
  return item.details && <Box>{item.details}</Box>
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

const dangers: Readonly<Record<string, string>> = { danger: "text-bad", destructive: "text-bad" }

function Facts({ facts: { command, segments, rest } }: { facts: ApprovalFacts }) {
  return (
    <>
      {command !== null && (
        <Box>
          <code className="font-mono text-xs leading-5">{command}</code>
        </Box>
      )}
      <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 text-xs">
        {segments.map(({ class: kind, text, because }) => (
          <div key={`${kind} ${text}`} className="contents">
            <dt className={own(dangers, kind) ?? "text-ink-faint"}>{kind}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {/* The whole of it stands above; why it is dangerous does not. */}
              <span className="line-clamp-2 font-mono">{text}</span>
              {because && <span className="text-ink-faint">{because}</span>}
            </dd>
          </div>
        ))}
        {rest.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-ink-faint">{own(says.facts, name) ?? name}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
