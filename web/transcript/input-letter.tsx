import { type Letter, wordsOf } from "../live/letters.ts"
import { discard } from "../live/outbox.ts"
import { sayAgain, takeBack } from "../live/say.ts"
import { isWithdrawable } from "../live/withdrawal.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { InputText } from "./input-text.tsx"

/** What a person sent and the server has not acknowledged, or has refused. */
export function InputLetter({ letter }: { letter: Letter }) {
  const { sending, takingBack, refused, sendAgain, discard: take, takeBack: takeBackName, you } = texts.transcript
  return (
    <section aria-label={`${you}, ${sending}`} className="flex flex-col items-end">
      <div className="max-w-[min(100%,40rem)] rounded-2xl rounded-br-md border border-dashed border-line-strong bg-sunken px-4 py-2.5 text-ink-soft">
        <InputText id={`letter:${letter.key}`} text={wordsOf(letter) ?? ""} />
      </div>
      <div className="mt-1 flex flex-wrap items-center justify-end gap-2 text-sm">
        {letter.refused ? (
          <>
            <span role="alert" className="text-bad">
              {refused(letter.refused.message)}
            </span>
            <Button look="quiet" onClick={() => discard(letter.key)}>
              {take}
            </Button>
            <Button onClick={() => takeBack(letter)}>{takeBackName}</Button>
            <Button look="primary" onClick={() => sayAgain(letter)}>
              {sendAgain}
            </Button>
          </>
        ) : (
          <>
            <span className="flex items-center gap-2 text-ink-faint">
              <Spinner />
              {letter.takingBack ? takingBack : sending}
            </span>
            {!letter.takingBack && isWithdrawable(letter) && (
              <Button look="quiet" onClick={() => takeBack(letter)}>
                {takeBackName}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  )
}
