import { GitFork, PencilLine, Undo2 } from "lucide-react"
import { useState } from "react"
import { editInput, fork } from "../live/actions.ts"
import { useCell } from "../live/cell.ts"
import { openDialog } from "../live/dialogs.ts"
import { views } from "../live/live.ts"
import { hasWords, places } from "../live/use-kept-words.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { InputAttachments } from "./input-attachments.tsx"
import { InputEdit } from "./input-edit.tsx"
import { InputText } from "./input-text.tsx"
import { CopyAction, ItemAction, ItemActions } from "./item-actions.tsx"
import { ItemFrame } from "./item-frame.tsx"
import type { ItemProps } from "./item-props.ts"

export function Input({ session, item, at }: ItemProps<"input">) {
  const place = places.edit(session, item.input)
  const [isEditing, setEditing] = useState(hasWords(place))
  const { by, waiting, as, you } = texts.transcript
  // Live, the queue shows this; the past has no queue.
  const notes = [as[item.as], item.state === "waiting" && at !== null ? waiting : null]
  const said = notes.filter((note) => note !== null).join(", ")
  const send = (text: string) => {
    setEditing(false)
    void editInput(session, item.input, text, headOf(session))
  }
  const device = item.by.device ? by(item.by.name, item.by.device) : null
  const edit = () => setEditing(true)
  const actions = () => <Actions session={session} item={item} at={at} about={device} onEdit={edit} />
  return (
    <ItemFrame item={item} name={you} className="flex flex-col items-end" {...(isEditing ? {} : { actions })}>
      {isEditing ? (
        <InputEdit place={place} text={item.text} onSend={send} onCancel={() => setEditing(false)} />
      ) : (
        <>
          <InputAttachments session={session} attachments={item.attachments} />
          {item.text !== "" && (
            <div
              className={classes(
                "max-w-[min(100%,40rem)] rounded-2xl rounded-br-md border border-line bg-sunken px-4 py-2.5",
                item.state !== "consumed" && "border-dashed",
              )}
            >
              <InputText id={`${session}:${item.input}`} text={item.text} />
            </div>
          )}
          {said && <p className="mt-1 pr-1 text-xs text-ink-faint">{said}</p>}
        </>
      )}
    </ItemFrame>
  )
}

function Actions({
  session,
  item,
  at,
  about,
  onEdit,
}: ItemProps<"input"> & { about: string | null; onEdit: () => void }) {
  const isIdle = useCell(views, (all) => all.get(session)?.state.log.turn === null)
  const says = texts.transcript
  // Fork from the event before the message.
  const before = item.seq - 1
  return (
    <ItemActions at={item.at} about={about}>
      <CopyAction name={says.copyMessage} text={item.text} />
      {at === null && isIdle && item.taken === "task" && (
        <ItemAction name={says.edit} onClick={onEdit}>
          <PencilLine size={15} aria-hidden />
        </ItemAction>
      )}
      {before > 0 && (
        <ItemAction name={says.forkBefore} onClick={() => void fork(session, before)}>
          <GitFork size={15} aria-hidden />
        </ItemAction>
      )}
      {at === null && isIdle && before > 0 && item.state === "consumed" && (
        <ItemAction
          name={says.rewindBefore}
          onClick={() => openDialog({ kind: "rewind", session, chosen: { before: item.seq, head: headOf(session) } })}
        >
          <Undo2 size={15} aria-hidden />
        </ItemAction>
      )}
    </ItemActions>
  )
}

const headOf = (session: string) => views.get().get(session)?.state.seq ?? 0
