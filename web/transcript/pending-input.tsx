import { discard } from "../live/outbox.ts"
import { type OutboxEntry, wordsOf } from "../live/outbox-entries.ts"
import { resend, withdraw } from "../live/send-input.ts"
import { isWithdrawable } from "../live/withdrawal.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { InputText } from "./input-text.tsx"

/** An unacknowledged or refused message. */
export function PendingInput({ entry }: { entry: OutboxEntry }) {
  const { sending, takingBack, refused, sendAgain, discard: take, takeBack: takeBackName, you } = texts.transcript
  return (
    <section aria-label={`${you}, ${sending}`} className="flex flex-col items-end">
      <div className="max-w-[min(100%,40rem)] rounded-2xl rounded-br-md border border-dashed border-line-strong bg-sunken px-4 py-2.5 text-ink-soft">
        <InputText id={`letter:${entry.key}`} text={wordsOf(entry) ?? ""} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
        {entry.refused ? (
          <>
            <span role="alert" className="text-bad">
              {refused(entry.refused.message)}
            </span>
            <Button look="quiet" onClick={() => discard(entry.key)}>
              {take}
            </Button>
            <Button onClick={() => withdraw(entry)}>{takeBackName}</Button>
            <Button look="primary" onClick={() => resend(entry)}>
              {sendAgain}
            </Button>
          </>
        ) : (
          <>
            <span className="flex items-center gap-2 text-ink-faint">
              <Spinner />
              {entry.takingBack ? takingBack : sending}
            </span>
            {!entry.takingBack && isWithdrawable(entry) && (
              <Button look="quiet" onClick={() => withdraw(entry)}>
                {takeBackName}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
