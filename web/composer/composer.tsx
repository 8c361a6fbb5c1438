import { Paperclip } from "lucide-react"
import { type ClipboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from "react"
import { limits } from "../../src/session/limits.ts"
import { useCell } from "../live/cell.ts"
import { type Command, commands, offered, slashIn, useCommands } from "../live/commands.ts"
import { type Draft, isEmpty } from "../live/draft-state.ts"
import { clearDraft, draftOf, flush, useDraft, writeDraft } from "../live/drafts.ts"
import { views } from "../live/live.ts"
import { useMedia } from "../live/media.ts"
import { useRow } from "../live/rows.ts"
import { sendInput } from "../live/send-input.ts"
import { useTravel } from "../live/time-travel.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { notify, notifyProblem } from "../ui/notices.ts"
import { Attachments } from "./attachments.tsx"
import { busyKind } from "./busy-kind.ts"
import { closedBy } from "./closed.ts"
import { composerCommands } from "./composer-commands.ts"
import { ContextRing } from "./context-ring.tsx"
import { DropZone, filesOf } from "./drop-zone.tsx"
import { linesOfLargePaste } from "./large-paste.ts"
import { MessageBox, type MessageBoxHandle } from "./message-box.tsx"
import { MissingModel, useMissingModel } from "./missing-model.tsx"
import { Note, Notes } from "./notes.tsx"
import { type Pasted, PasteOffer } from "./paste-offer.tsx"
import { QueueStrip } from "./queue-strip.tsx"
import { Selectors } from "./selectors.tsx"
import { SendButtons } from "./send-buttons.tsx"
import { settingsOf } from "./settings-of.ts"
import { SettingsSheet } from "./settings-sheet.tsx"
import { attach, uploads } from "./uploads.ts"
import { useAskFocus } from "./use-ask-focus.ts"
import { useEscapeTwice } from "./use-escape-twice.ts"
import { useRecall } from "./use-recall.ts"

/** The message box of a session, with its queue and attachments. */
export function Composer({ id }: { id: string }) {
  useCommands(composerCommands)
  // The key resets local state when another session is shown.
  return <SessionComposer key={id} id={id} />
}

function SessionComposer({ id }: { id: string }) {
  const state = useSessionState(id)
  const row = useRow(id)
  const closed = useClosed(id)
  const draft = useDraft(id)
  const kind = useCell(busyKind)
  useEffect(() => () => busyKind.set("queue"), [])
  const isPhone = useMedia("phone")
  const region = useRef<HTMLElement>(null)
  const box = useRef<MessageBoxHandle>(null)
  const noteId = useId()
  const [pasted, setPasted] = useState<Pasted | null>(null)
  const turn = state?.log.turn ?? null
  const onRecall = useRecall(id)
  const isArmed = useEscapeTwice(id, turn, region)
  const settings = useMemo(() => (state ? settingsOf(state, row) : null), [state, row])
  const missing = useMissingModel(settings)
  const unsendable = useUnsendable(id, draft)
  const problem = unsendable ?? (missing === null ? null : texts.composer.chooseModelFirst)

  const focusBox = () => {
    if (!isPhone) box.current?.focus()
  }
  const isAsked = state ? state.log.asks.open.length > 0 : row?.status === "waiting"
  // On a phone the keyboard would cover the transcript; with an open ask its keys would be typed into the box.
  useEffect(() => {
    if (isPhone || isAsked || closed !== null) return
    if (document.activeElement === document.body) box.current?.focus()
  }, [isPhone, isAsked, closed])
  useAskFocus(id, state, box)

  const write = (change: Partial<Draft>) => {
    if (isEmpty({ ...draftOf(id), ...change })) setPasted(null)
    writeDraft(id, change)
  }
  const run = (command: Command, argument: string) => {
    clearDraft(id)
    setPasted(null)
    command.run({ session: id, row, state, argument })
  }
  const send = () => {
    if (closed !== null || isEmpty(draft)) return
    const context = { session: id, row, state, argument: "" }
    const slash = draft.attachments.length === 0 ? slashIn(offered(commands.get(), context), draft.text) : null
    if (slash) return run(slash.command, slash.argument)
    if (problem) return notify(problem)
    setPasted(null)
    // A turn that is stopping takes no queued input: send, so that work continues after it.
    const isOpen = turn !== null && turn.cancel === null
    sendDraft(id, draft, isOpen ? { kind, turn: turn.id } : { kind: "send" })
  }
  const addFiles = useCallback(
    (files: readonly File[]) => {
      if (closed === null) attach(id, files)
    },
    [id, closed],
  )
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = filesOf(event.clipboardData)
    const text = event.clipboardData.getData("text/plain")
    // Office programs add an image of the copied text: prefer the text.
    if (files.length > 0 && text === "") {
      event.preventDefault()
      return addFiles(files)
    }
    const lines = linesOfLargePaste(text)
    setPasted(lines === null ? null : { text: text.replaceAll("\r\n", "\n"), lines })
  }

  const note = closed ? texts.composer.closed[closed] : isArmed ? texts.composer.escapeAgain : null
  return (
    <section
      ref={region}
      aria-label={texts.composer.region}
      className="mx-auto w-full max-w-[48rem] shrink-0 px-3 pt-1 pb-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-4"
    >
      <QueueStrip session={id} />
      {state && closed === null && <Notes state={state} row={row} kind={kind} />}
      {missing !== null && closed === null && <MissingModel session={id} why={missing} />}
      {note && (
        <div id={noteId} role="status">
          <Note tone="plain">{note}</Note>
        </div>
      )}
      {pasted && draft.text.includes(pasted.text) && (
        <PasteOffer session={id} pasted={pasted} onDone={() => setPasted(null)} />
      )}
      <div className="relative rounded-2xl border border-line-strong bg-surface shadow-sm transition-colors focus-within:border-accent">
        <Attachments
          session={id}
          attached={draft.attachments}
          onRemove={(at) => write({ attachments: draft.attachments.filter((_, other) => other !== at) })}
        />
        <MessageBox
          ref={box}
          session={id}
          text={draft.text}
          disabled={closed !== null}
          placeholder={turn && !turn.cancel ? texts.composer.placeholderBusy[kind] : texts.composer.placeholder}
          describedBy={note ? noteId : undefined}
          onWrite={(text) => write({ text })}
          onSend={send}
          onCommand={(command) => run(command, "")}
          onRecall={onRecall}
          onPaste={paste}
          onLeave={() => flush(id)}
        />
        <div className="flex items-center gap-0.5 px-1.5 pb-1.5 max-[359px]:gap-0 max-[359px]:px-1">
          <AttachButton disabled={closed !== null} onFiles={addFiles} />
          {settings &&
            closed === null &&
            (isPhone ? (
              <SettingsSheet session={id} settings={settings} />
            ) : (
              <Selectors session={id} settings={settings} />
            ))}
          <span className="grow" />
          <ContextRing session={id} />
          <SendButtons
            session={id}
            turn={turn}
            closed={closed !== null}
            empty={isEmpty(draft)}
            problem={problem}
            onSend={send}
            onStopped={focusBox}
          />
        </div>
      </div>
      <DropZone inside={region} onFiles={addFiles} />
    </section>
  )
}

/** Why nothing can be written. */
function useClosed(id: string) {
  const gone = useCell(views, (all) => all.get(id)?.gone ?? null)
  return closedBy({ gone, state: useSessionState(id), row: useRow(id), at: useTravel(id) })
}

/** Why the draft cannot be sent, if so. */
function useUnsendable(id: string, { text }: Draft): string | null {
  const isUploading = useCell(uploads, (all) => all.some(({ session, problem }) => session === id && !problem))
  const hasFailed = useCell(uploads, (all) => all.some(({ session, problem }) => session === id && problem))
  if (text.length > limits.text) return texts.composer.tooLong(limits.text)
  if (isUploading) return texts.composer.uploading
  return hasFailed ? texts.composer.notUploaded : null
}

function sendDraft(id: string, draft: Draft, manner: Parameters<typeof sendInput>[2]): void {
  const { durable, arrived } = sendInput(id, draft, manner)
  // Clear the box even if storage failed, so that the message cannot be sent twice.
  clearDraft(id)
  if (!durable) notify(texts.composer.notKept)
  arrived.catch(notifyProblem)
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: readonly File[]) => void }) {
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        name={texts.composer.attach}
        disabled={disabled}
        onClick={() => field.current?.click()}
        className="max-[359px]:w-9!"
      >
        <Paperclip size={17} aria-hidden />
      </IconButton>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={texts.composer.attach}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ""
        }}
      />
    </>
  )
}
