import { ArrowUp, ChevronDown, Square } from "lucide-react"
import type { SessionState } from "../../src/session/state.ts"
import { cancel } from "../live/actions.ts"
import { useCell } from "../live/cell.ts"
import { outbox } from "../live/outbox.ts"
import { texts } from "../texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { Hint } from "../ui/hint.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { busyKind } from "./busy-kind.ts"
import { busyChoices } from "./choice.ts"
import { ChoiceMenu } from "./choice-menu.tsx"

/** Send; during a turn also Stop, and the chosen way to send. */
export function SendButtons({
  session,
  turn,
  closed,
  empty,
  problem,
  onSend,
  onStopped,
}: {
  session: string
  turn: SessionState["log"]["turn"]
  closed: boolean
  empty: boolean
  problem: string | null
  onSend: () => void
  /** Moves the focus when the focused button disappears. */
  onStopped: () => void
}) {
  const kind = useCell(busyKind)
  const isCancelling = useIsCancelling(session)
  const hint = problem ?? (empty ? texts.composer.emptyMessage : null)
  if (!turn)
    return <SendButton name={texts.composer.send} hint={hint} disabled={closed || hint !== null} onSend={onSend} />
  const stop = () => {
    void cancel(session, turn.id)
    onStopped()
  }
  const isStopping = turn.cancel !== null || isCancelling
  return (
    <>
      {!isStopping && !closed && (
        <ChoiceMenu
          name={texts.composer.whileBusy}
          choices={busyChoices}
          value={kind}
          onChoose={(chosen) => busyKind.set(chosen)}
          align="end"
          trigger={
            <button
              type="button"
              aria-label={`${texts.composer.whileBusy}: ${texts.composer.sendAs[kind]}`}
              title={texts.composer.sendAsWhat[kind]}
              className="flex min-h-9 items-center gap-1 rounded-lg px-2 text-xs font-medium text-ink-faint hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
            >
              {texts.composer.sendAs[kind]}
              <ChevronDown size={12} aria-hidden className="opacity-70" />
            </button>
          }
        />
      )}
      {!empty && (
        <SendButton
          name={isStopping ? texts.composer.send : texts.composer.sendAs[kind]}
          hint={problem}
          disabled={closed || problem !== null}
          onSend={onSend}
        />
      )}
      <StopButton stopping={isStopping} disabled={closed} onStop={stop} />
    </>
  )
}

function SendButton({
  name,
  hint,
  disabled,
  onSend,
}: {
  name: string
  hint: string | null
  disabled: boolean
  onSend: () => void
}) {
  return (
    <IconButton
      look="primary"
      name={name}
      disabled={disabled}
      title={hint ?? undefined}
      onClick={onSend}
      className="ml-1 rounded-full!"
    >
      <ArrowUp size={18} aria-hidden />
    </IconButton>
  )
}

function StopButton({ stopping, disabled, onStop }: { stopping: boolean; disabled: boolean; onStop: () => void }) {
  if (stopping) {
    return (
      <span role="status" className="ml-1 flex min-h-9 items-center gap-2 px-2 text-ink-soft text-sm">
        <Spinner />
        {texts.composer.stopping}
      </span>
    )
  }
  return (
    <Hint text={texts.composer.stop} keys="Esc Esc">
      <Button disabled={disabled} onClick={onStop} className="ml-1 rounded-full!">
        <Square size={12} fill="currentColor" aria-hidden />
        <span className="max-[400px]:sr-only">{texts.composer.stop}</span>
      </Button>
    </Hint>
  )
}

/** Whether a cancel is in the outbox. */
function useIsCancelling(session: string): boolean {
  return useCell(outbox, (entries) =>
    entries.some((entry) => entry.session === session && entry.route === "POST /api/sessions/:id/cancel"),
  )
}
