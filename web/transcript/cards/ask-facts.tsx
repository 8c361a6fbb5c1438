import type { ReactNode } from "react"
import { lookup } from "../../../src/base/lookup.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { Scrollable } from "../../diff/scrollable.tsx"
import { texts } from "../../texts.ts"
import { type ApprovalFacts, approvalFacts } from "./approval-facts.ts"

const says = texts.cards.ask

/** The parsed facts of an approval, if any. */
export function factsOf({ as, details }: Item<"ask">): ApprovalFacts | null {
  return details !== null && as === "approval" ? approvalFacts(details) : null
}

/** The details of an ask. */
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
            <dt className={lookup(dangers, kind) ?? "text-ink-faint"}>{kind}</dt>
            <dd className="min-w-0 wrap-anywhere">
              {/* The command is shown above, but not why it is dangerous. */}
              <span className="line-clamp-2 font-mono">{text}</span>
              {because && <span className="text-ink-faint">{because}</span>}
            </dd>
          </div>
        ))}
        {rest.map(({ name, value }) => (
          <div key={`${name} ${value}`} className="contents">
            <dt className="text-ink-faint">{lookup(says.facts, name) ?? name}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
