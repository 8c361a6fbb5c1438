import { useState } from "react"
import { bytes } from "../../src/base/amount-text.ts"
import { ApiProblem } from "../../src/client/client.ts"
import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf } from "../../src/server/contract/endpoint.ts"
import { Scrollable } from "../diff/scrollable.tsx"
import { client } from "../live/api-client.ts"
import { newId } from "../live/new-id.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { notify, notifyProblem } from "../ui/notices.ts"
import { Loaded } from "./loaded.tsx"

type Shown = AnswerOf<Api["GET /api/sessions/:id/file"]>

const says = texts.inspector.files

/** A file as it is now. Edits are saved only over the version that was shown. */
export function FileView({ session, path, canEdit = true }: { session: string; path: string; canEdit?: boolean }) {
  const version = useSessionState(session)?.seq
  const [draft, setDraft] = useState<{ text: string; before: string | null } | null>(null)
  const given = { params: { id: session }, query: { path } }
  const file = useApi("GET /api/sessions/:id/file", given, { version: draft ? "editing" : version })
  const reload = async () => {
    setDraft(null)
    await file.refetch()
  }
  return (
    <Loaded query={file}>
      {(shown) =>
        draft ? (
          <FileEdit
            session={session}
            path={path}
            draft={draft}
            onChange={(text) => setDraft({ ...draft, text })}
            onClose={() => void reload()}
          />
        ) : (
          <FileText
            path={path}
            shown={shown}
            onEdit={canEdit ? () => setDraft({ text: shown.text ?? "", before: shown.hash }) : null}
          />
        )
      }
    </Loaded>
  )
}

function FileText({ path, shown, onEdit }: { path: string; shown: Shown; onEdit: (() => void) | null }) {
  const { text, bytes: size } = shown
  return (
    <>
      <div className="mb-2 flex items-center gap-2">
        <span className="grow text-xs text-ink-faint">{bytes(size)}</span>
        {onEdit && text !== null && shown.hash !== null && (
          <Button size="small" onClick={onEdit}>
            {says.edit}
          </Button>
        )}
      </div>
      {text === null ? (
        <p className="text-sm text-ink-faint">{says.noText}</p>
      ) : (
        <Scrollable
          label={says.content(path)}
          className="max-h-[60vh] overflow-auto rounded-lg border border-line bg-sunken py-2 font-mono text-xs leading-5"
        >
          <Numbered text={text} />
        </Scrollable>
      )}
    </>
  )
}

/** Two columns of text instead of a row per line, so that long files stay fast. */
function Numbered({ text }: { text: string }) {
  const lines = text.replace(/\n$/, "").split("\n").length
  return (
    <div className="flex w-max min-w-full">
      <pre aria-hidden className="px-3 text-right text-ink-faint select-none">
        {Array.from({ length: lines }, (_, at) => at + 1).join("\n")}
      </pre>
      <pre className="grow pr-3 whitespace-pre">{text}</pre>
    </div>
  )
}

function FileEdit({
  session,
  path,
  draft,
  onChange,
  onClose,
}: {
  session: string
  path: string
  draft: { text: string; before: string | null }
  onChange: (text: string) => void
  onClose: () => void
}) {
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<{ hash: string | null } | null>(null)
  const save = async (before: string | null) => {
    setSaving(true)
    setConflict(null)
    try {
      const body = { path, text: draft.text, before }
      await client.call("PUT /api/sessions/:id/file", { params: { id: session }, body, key: newId() })
      notify(says.saved(path))
      onClose()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "precondition-failed") {
        const { hash } = error.details
        setConflict({ hash: typeof hash === "string" ? hash : null })
      } else notifyProblem(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      {conflict && (
        <div role="alert" className="mb-2 rounded-lg bg-warn-soft p-3 text-sm text-warn">
          <p className="font-medium">{says.changedTitle}</p>
          <p>{conflict.hash === null ? says.notThere : says.changedAbout}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="small" onClick={onClose}>
              {says.reload}
            </Button>
            <Button size="small" look="danger" onClick={() => void save(conflict.hash)}>
              {says.overwrite}
            </Button>
          </div>
        </div>
      )}
      <textarea
        aria-label={says.content(path)}
        value={draft.text}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value)}
        className="h-[50vh] w-full resize-y rounded-lg border border-line-strong bg-ground p-3 font-mono text-xs leading-5 whitespace-pre"
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {says.discard}
        </Button>
        <Button look="primary" disabled={isSaving || conflict !== null} onClick={() => void save(draft.before)}>
          {isSaving ? says.saving : says.save}
        </Button>
      </div>
    </>
  )
}
