import { ListChecks, MessageCircleQuestion, ShieldQuestion } from "lucide-react"
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from "react"
import type { ApprovalView } from "../../../src/session/view/approval.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { answer } from "../../live/actions.ts"
import { useCell } from "../../live/cell.ts"
import { outbox } from "../../live/outbox.ts"
import { hasWords, places, useKeptWords } from "../../live/use-kept-words.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { classes } from "../../ui/classes.ts"
import { Spinner } from "../../ui/spinner.tsx"
import { Ticked } from "../../ui/ticked.tsx"
import { AskFacts, titleOf, viewOf } from "./ask-facts.tsx"
import { type AnswerBody, useArmed, useAskKeys } from "./use-ask-keys.ts"

type Ask = Item<"ask">
type Answer = AnswerBody

const says = texts.cards.ask
const arrivesWithinMs = 2_000

/** An open ask with its details and answers. */
export function OpenAsk({ session, item, disabled }: { session: string; item: Ask; disabled: boolean }) {
  const isKept = useIsKept(session, item.ask)
  const [isArriving, setArriving] = useState(false)
  const isSending = isKept || isArriving
  const denial = places.denial(session, item.ask)
  const [denying, setDenying] = useState(hasWords(denial))
  const header = useRef<HTMLElement>(null)
  const say = async (body: Answer) => {
    if (isSending || disabled) return
    // The pressed button disappears: keep the focus on the card.
    const card = header.current?.closest("article")
    if (card?.contains(document.activeElement)) card.focus()
    // The stream reports the answer slightly later: do not show the buttons again in between.
    setArriving(true)
    await answer(session, item.ask, body)
    setTimeout(() => setArriving(false), arrivesWithinMs)
  }
  const isArmed = useArmed(item.ask)
  useAskKeys(session, item, { disabled: disabled || isSending || !isArmed, say, onDeny: () => setDenying(true) })
  const scopes = viewOf(item)?.scopes ?? []
  const Icon = askIcons[item.as]
  return (
    <>
      <header ref={header} className="flex items-start gap-2.5 px-4 pt-3">
        <Icon size={18} aria-hidden className="mt-0.5 shrink-0 text-warn" />
        <p className="min-w-0 grow font-medium whitespace-pre-wrap wrap-anywhere">
          <Ticked text={titleOf(item)} />
        </p>
      </header>
      <div className="px-4 pt-2">
        <AskFacts item={item} />
        <ApprovalScopes scopes={scopes} />
      </div>
      {/* Sticky, so that the buttons stay in reach below a long command; answers to a question may be long themselves. */}
      <div
        className={classes("rounded-b-lg bg-surface px-4 pt-2 pb-3", item.as === "approval" && "sticky bottom-0 z-10")}
      >
        {isSending ? (
          <p role="status" className="flex min-h-9 items-center gap-2 text-sm text-ink-soft">
            <Spinner /> {says.sending}
          </p>
        ) : item.as === "question" ? (
          <Question place={places.answer(session, item.ask)} item={item} {...{ say, disabled, isArmed }} />
        ) : denying ? (
          <Denial as={item.as} place={denial} say={say} disabled={disabled} onBack={() => setDenying(false)} />
        ) : item.as === "plan" ? (
          <PlanApproval {...{ say, disabled, isArmed }} onDeny={() => setDenying(true)} />
        ) : (
          <Approval {...{ scopes, say, disabled, isArmed }} onDeny={() => setDenying(true)} />
        )}
      </div>
    </>
  )
}

export const askIcons = { approval: ShieldQuestion, question: MessageCircleQuestion, plan: ListChecks } as const

type Scopes = ApprovalView["scopes"]

/** How far each answer reaches, before it is given. */
function ApprovalScopes({ scopes }: { scopes: Scopes }) {
  const wide = scopes.filter(({ covers }) => covers !== "")
  if (wide.length === 0) return null
  return (
    <dl className="mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 text-xs">
      {wide.map(({ scope, covers }) => (
        <div key={scope} className="contents">
          <dt className="text-ink-faint">{says[scope]}</dt>
          <dd className="min-w-0 wrap-anywhere text-ink-soft">{covers}</dd>
        </div>
      ))}
    </dl>
  )
}

type AnswerProps = { say: (body: Answer) => void; disabled: boolean; isArmed: boolean; onDeny: () => void }

function Approval({ scopes, say, disabled, isArmed, onDeny }: AnswerProps & { scopes: Scopes }) {
  return (
    <div className="flex flex-wrap gap-2">
      {scopes.map(({ scope }) => (
        <Button
          key={scope}
          {...(scope === "once" ? { look: "primary" } : {})}
          disabled={disabled}
          aria-keyshortcuts={isArmed ? approvalKeys[scope] : undefined}
          onClick={() => say({ answer: "approve", scope })}
        >
          {says[scope]} <Key>{approvalKeys[scope]}</Key>
        </Button>
      ))}
      <Button look="danger" disabled={disabled} aria-keyshortcuts={isArmed ? "d" : undefined} onClick={onDeny}>
        {says.deny} <Key>d</Key>
      </Button>
    </div>
  )
}

const approvalKeys = { once: "y", session: "s", always: "a" } as const

/** The plan itself is shown and edited in the card above. */
function PlanApproval({ say, disabled, isArmed, onDeny }: AnswerProps) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        look="primary"
        disabled={disabled}
        aria-keyshortcuts={isArmed ? "y" : undefined}
        onClick={() => say({ answer: "approve" })}
      >
        {says.plan.approve} <Key>y</Key>
      </Button>
      <Button look="danger" disabled={disabled} aria-keyshortcuts={isArmed ? "d" : undefined} onClick={onDeny}>
        {says.plan.reject} <Key>d</Key>
      </Button>
    </div>
  )
}

type Denying = { as: Ask["as"]; place: string; say: (body: Answer) => void; disabled: boolean; onBack: () => void }

function Denial(props: Denying) {
  const { as, place, say, disabled } = props
  const names =
    as === "plan" ? { reason: says.plan.reason, deny: says.plan.reject } : { reason: says.reason, deny: says.denyNow }
  const [reason, setReason] = useKeptWords(place)
  const onBack = () => {
    setReason(null)
    props.onBack()
  }
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const deny = (event: FormEvent) => {
    event.preventDefault()
    const text = (reason ?? "").trim()
    setReason(null)
    say({ answer: "deny", ...(text ? { text } : {}) })
  }
  return (
    <form onSubmit={deny} className="flex flex-wrap gap-2">
      <Field
        ref={field}
        name={names.reason}
        value={reason ?? ""}
        onChange={setReason}
        onEscape={onBack}
        placeholder={names.reason}
      />
      <Button look="danger" type="submit" disabled={disabled}>
        {names.deny}
      </Button>
      <Button look="quiet" onClick={onBack}>
        {texts.cancel}
      </Button>
    </form>
  )
}

function Question(props: Omit<AnswerProps, "onDeny"> & { place: string; item: Ask }) {
  const { place, item, say, disabled, isArmed } = props
  const [kept, setText] = useKeptWords(place)
  const text = (kept ?? "").trim()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text) return
    setText(null)
    say({ answer: "text", text })
  }
  return (
    <div className="flex flex-col gap-2">
      {item.options.map(({ id, label }, at) => (
        <Button
          key={id}
          disabled={disabled}
          aria-keyshortcuts={isArmed && at < 9 ? `${at + 1}` : undefined}
          onClick={() => say({ answer: "choice", choice: id })}
          className="h-auto justify-start py-1.5 text-left whitespace-normal"
        >
          {at < 9 && <Key>{at + 1}</Key>}
          <span className="min-w-0 wrap-anywhere">{label}</span>
        </Button>
      ))}
      <form onSubmit={send} className="flex flex-wrap gap-2">
        <Field name={says.answerName} value={kept ?? ""} onChange={setText} placeholder={says.answerHint} />
        <Button look={item.options.length === 0 ? "primary" : "plain"} type="submit" disabled={disabled || !text}>
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
  ref?: Ref<HTMLTextAreaElement>
}) {
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape") onEscape?.()
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  return (
    <textarea
      rows={1}
      ref={ref}
      aria-label={name}
      value={value}
      placeholder={placeholder}
      maxLength={20_000}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={press}
      className="field-sizing-content max-h-40 min-h-9 min-w-0 grow basis-60 resize-none rounded-lg border border-line-strong bg-ground px-3 py-1.5 text-sm placeholder:text-ink-faint max-sm:basis-full pointer-coarse:min-h-11 pointer-coarse:py-2 pointer-coarse:text-base"
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
  return useCell(outbox, (entries) =>
    entries.some(
      (entry) =>
        entry.session === session &&
        entry.route === "POST /api/sessions/:id/asks/:ask" &&
        entry.given.params?.ask === ask &&
        !entry.refused,
    ),
  )
}
