import { type FormEvent, type ReactNode, useState } from "react"
import { transcript } from "../../src/session/view/transcript.ts"
import { rewind } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { CheckField, SelectField } from "../ui/field.tsx"

const words = texts.shell.rewind
const lookedAt = 1000

/** The target: before this event, with the head that the user saw. */
type RewindTarget = { before: number; head: number }

/** Rewinds to before a message, preselected or chosen from the newest. */
export function Rewind({ id, chosen, onClose }: { id: string; chosen: RewindTarget | null; onClose: () => void }) {
  return chosen ? <RewindForm id={id} place={chosen} onClose={onClose} /> : <Choosing id={id} onClose={onClose} />
}

function Choosing({ id, onClose }: { id: string; onClose: () => void }) {
  const state = useSessionState(id)
  const head = state?.seq ?? 0
  const query = { before: head + 1, limit: lookedAt }
  const { data } = useApi("GET /api/sessions/:id/events", { params: { id }, query }, { enabled: head > 0 })
  const inputs = transcript(data?.events ?? [], state ? { live: state.live } : {})
    .filter((item) => item.kind === "input")
    .filter((item) => item.state === "consumed" && item.seq > 1)
    .toReversed()
  const [chosen, setChosen] = useState<number | null>(null)
  const before = chosen ?? inputs[0]?.seq
  if (data && inputs.length === 0) {
    return (
      <Dialog open onOpenChange={onClose} title={words.title} description={words.description}>
        <p className="text-sm text-ink-soft">{words.none}</p>
      </Dialog>
    )
  }
  return (
    <RewindForm id={id} place={before === undefined ? null : { before, head }} onClose={onClose}>
      <SelectField
        label={words.field}
        value={before ?? ""}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      >
        {inputs.map(({ seq, text }) => (
          <option key={seq} value={seq}>
            {words.message(text)}
          </option>
        ))}
      </SelectField>
      {head > lookedAt && <p className="text-xs text-ink-faint">{words.older}</p>}
    </RewindForm>
  )
}

function RewindForm({
  id,
  place,
  onClose,
  children,
}: {
  id: string
  place: RewindTarget | null
  onClose: () => void
  children?: ReactNode
}) {
  const [files, setFiles] = useState(false)
  const go = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    if (place) void rewind(id, { to: { before: place.before }, files, head: place.head })
  }
  return (
    <Dialog open onOpenChange={onClose} title={words.title} description={words.description}>
      <form onSubmit={go} className="flex flex-col gap-3">
        {children}
        {place && <p className="text-sm text-ink-soft">{words.chosen(place.head - place.before + 1)}</p>}
        <CheckField
          label={words.files}
          hint={words.filesHint}
          checked={files}
          onChange={({ currentTarget }) => setFiles(currentTarget.checked)}
        />
        <Button type="submit" look="primary" className="self-end" disabled={place === null}>
          {words.do}
        </Button>
      </form>
    </Dialog>
  )
}
