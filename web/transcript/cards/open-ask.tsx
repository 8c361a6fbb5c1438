import { MessageCircleQuestion, ShieldQuestion } from "lucide-react"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { Scrollable } from "../../diff/scrollable.tsx"
import { answer } from "../../live/actions.ts"
import { useCell } from "../../live/cell.ts"
import { outbox } from "../../live/outbox.ts"
import { own } from "../../live/own.ts"
import { useSessionState } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { Spinner } from "../../ui/spinner.tsx"
import { Ticked } from "../../ui/ticked.tsx"
import { type ApprovalFacts, approvalFacts } from "./approval-facts.ts"
import { askKey, isForPage } from "./ask-keys.ts"

type Ask = Item<"ask">
type Answer = Parameters<typeof answer>[2]

const says = texts.cards.ask
const arrivesWithinMs = 2_000

/** A question that waits: everything to know before answering, and every way to answer. */
export function OpenAsk({ session, item, disabled }: { session: string; item: Ask; disabled: boolean }) {
  const isKept = useIsKept(session, item.ask)
  const [isArriving, setArriving] = useState(false)
  const isSending = isKept || isArriving
  const [denying, setDenying] = useState(false)
  const header = useRef<HTMLElement>(null)
  const say = async (body: Answer) => {
    if (isSending || disabled) return
    // The button that was pressed goes away: the card keeps the focus.
    const card = header.current?.closest("article")
    if (card?.contains(document.activeElement)) card.focus()
    // The server has it a moment before the page is told of it: the buttons do not come back in between.
    setArriving(true)
    await answer(session, item.ask, body)
    setTimeout(() => setArriving(false), arrivesWithinMs)
  }
  useAskKeys(session, item, { disabled: disabled || isSending, say, onDeny: () => setDenying(true) })
  const Icon = item.as === "approval" ? ShieldQuestion : MessageCircleQuestion
  return (
    <>
      <header ref={header} className="flex items-start gap-2.5 px-4 pt-3">
        <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <p className="min-w-0 grow font-medium whitespace-pre-wrap wrap-anywhere">
          <Ticked text={item.question} />
        </p>
      </header>
      <Details item={item} />
      <div className="px-4 pt-2 pb-3">
        {isSending ? (
          <p role="status" className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
            <Spinner /> {says.sending}
          </p>
        ) : item.as === "question" ? (
          <Question item={item} say={say} disabled={disabled} />
        ) : denying ? (
          <Denial say={say} disabled={disabled} onBack={() => setDenying(false)} />
        ) : (
          <Approval say={say} disabled={disabled} onDeny={() => setDenying(true)} />
        )}
      </div>
    </>
  )
}

function Details({ item }: { item: Ask }) {
  const { details, subject, as } = item
  const facts = details !== null && as === "approval" ? approvalFacts(details) : null
  return (
    <div className="px-4 pt-2">
      {facts ? <Facts facts={facts} /> : details && <Box>{details}</Box>}
      {as === "approval" && subject && (
        <p className="mt-1.5 text-xs text-ink-faint">
          {says.covers}: <span className="font-mono wrap-anywhere text-ink-soft">{subject}</span>
        </p>
      )}
    </div>
  )
}

function Box({ children }: { children: ReactNode }) {
  return (
    <Scrollable
      label={says.details}
      className="max-h-64 overflow-auto rounded-md bg-sunken px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere"
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
        {segments.map(({ class: kind, text }) => (
          <div key={`${kind} ${text}`} className="contents">
            <dt className={own(dangers, kind) ?? "text-ink-faint"}>{kind}</dt>
            <dd className="min-w-0 font-mono wrap-anywhere">{text}</dd>
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

function Approval({ say, disabled, onDeny }: { say: (body: Answer) => void; disabled: boolean; onDeny: () => void }) {
  const approve = (scope: "once" | "session" | "always") => say({ answer: "approve", scope })
  return (
    <div className="flex flex-wrap gap-2">
      <Button look="primary" disabled={disabled} aria-keyshortcuts="y" onClick={() => approve("once")}>
        {says.once} <Key>y</Key>
      </Button>
      <Button disabled={disabled} aria-keyshortcuts="s" onClick={() => approve("session")}>
        {says.session} <Key>s</Key>
      </Button>
      <Button disabled={disabled} aria-keyshortcuts="a" onClick={() => approve("always")}>
        {says.always} <Key>a</Key>
      </Button>
      <Button look="danger" disabled={disabled} aria-keyshortcuts="d" onClick={onDeny}>
        {says.deny} <Key>d</Key>
      </Button>
    </div>
  )
}

function Denial({ say, disabled, onBack }: { say: (body: Answer) => void; disabled: boolean; onBack: () => void }) {
  const [reason, setReason] = useState("")
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const deny = (event: FormEvent) => {
    event.preventDefault()
    const text = reason.trim()
    say({ answer: "deny", ...(text ? { text } : {}) })
  }
  return (
    <form onSubmit={deny} className="flex flex-wrap gap-2">
      <Field
        ref={field}
        name={says.reason}
        value={reason}
        onChange={setReason}
        onEscape={onBack}
        placeholder={says.reason}
      />
      <Button look="danger" type="submit" disabled={disabled}>
        {says.denyNow}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {texts.cancel}
      </Button>
    </form>
  )
}

function Question({ item, say, disabled }: { item: Ask; say: (body: Answer) => void; disabled: boolean }) {
  const [text, setText] = useState("")
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) say({ answer: "text", text: text.trim() })
  }
  return (
    <div className="flex flex-col gap-2">
      {item.options.map(({ id, label }, at) => (
        <Button
          key={id}
          disabled={disabled}
          aria-keyshortcuts={at < 9 ? `${at + 1}` : undefined}
          onClick={() => say({ answer: "choice", choice: id })}
          className="h-auto justify-start py-1.5 text-left whitespace-normal"
        >
          {at < 9 && <Key>{at + 1}</Key>}
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Button>
      ))}
      <form onSubmit={send} className="flex flex-wrap gap-2">
        <Field name={says.answerName} value={text} onChange={setText} placeholder={says.answerHint} />
        <Button
          look={item.options.length === 0 ? "primary" : "plain"}
          type="submit"
          disabled={disabled || !text.trim()}
        >
          {says.send}
        </Button>
      </form>
    </div>
  )
}

function Field({
  name,
  value,
  onChange,
  onEscape,
  placeholder,
  ref,
}: {
  name: string
  value: string
  onChange: (value: string) => void
  onEscape?: () => void
  placeholder: string
  ref?: React.Ref<HTMLInputElement>
}) {
  return (
    <input
      ref={ref}
      aria-label={name}
      value={value}
      placeholder={placeholder}
      maxLength={20_000}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={({ key }) => key === "Escape" && onEscape?.()}
      className="min-h-9 min-w-40 grow basis-60 rounded-lg border border-line-strong bg-ground px-3 text-sm placeholder:text-ink-faint pointer-coarse:min-h-11"
    />
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-current/30 px-1 font-mono text-[0.6875rem] pointer-coarse:hidden"
    >
      {children}
    </kbd>
  )
}

function useIsKept(session: string, ask: string): boolean {
  return useCell(outbox, (letters) =>
    letters.some(
      (letter) =>
        letter.session === session &&
        letter.route === "POST /api/sessions/:id/asks/:ask" &&
        letter.given.params?.ask === ask &&
        !letter.refused,
    ),
  )
}

/** The newest open ask is answered by the keyboard while nobody writes. */
function useAskKeys(
  session: string,
  { ask, as, options }: Ask,
  { disabled, say, onDeny }: { disabled: boolean; say: (body: Answer) => void; onDeny: () => void },
): void {
  const newest = useSessionState(session)?.log.asks.open.at(-1)?.ask
  const latest = useRef({ say, onDeny })
  latest.current = { say, onDeny }
  const isMine = newest === ask && !disabled
  useEffect(() => {
    if (!isMine) return
    const press = (event: KeyboardEvent) => {
      const meant = isForPage(event) ? askKey(event.key, as, options.length) : null
      if (meant === null) return
      event.preventDefault()
      event.stopPropagation()
      if (meant === "deny") latest.current.onDeny()
      else if (typeof meant === "string") latest.current.say({ answer: "approve", scope: meant })
      else {
        const option = options[meant.option]
        if (option) latest.current.say({ answer: "choice", choice: option.id })
      }
    }
    addEventListener("keydown", press, { capture: true })
    return () => removeEventListener("keydown", press, { capture: true })
  }, [isMine, as, options])
}
