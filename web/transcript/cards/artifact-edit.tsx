import { useState } from "react"
import { ApiProblem } from "../../../src/client/client.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { client } from "../../live/api-client.ts"
import { newId } from "../../live/new-id.ts"
import { places, useKeptWords } from "../../live/use-kept-words.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { notifyProblem } from "../../ui/notices.ts"
import { ArtifactBehind } from "./artifact-behind.tsx"

type Kind = Item<"artifact">["artifact"]

const says = texts.cards.artifact

/** Edits a brief or plan in place. A version written meanwhile is shown beside it, never overwritten. */
export function ArtifactEdit({
  session,
  artifact,
  version,
  text,
  onClose: close,
}: {
  session: string
  artifact: Kind
  version: number
  text: string
  onClose: () => void
}) {
  const [kept, keepWords] = useKeptWords(places.artifact(session, artifact, version))
  const mine = kept ?? text
  const [isSaving, setSaving] = useState(false)
  const [theirs, setTheirs] = useState<{ version: number; text: string } | null>(null)
  const params = { id: session, kind: artifact }
  const onClose = () => {
    keepWords(null)
    close()
  }

  const save = async (from: number) => {
    setSaving(true)
    try {
      await client.call("PUT /api/sessions/:id/artifacts/:kind", { params, body: { text: mine, from }, key: newId() })
      onClose()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "behind") {
        setTheirs(await client.call("GET /api/sessions/:id/artifacts/:kind", { params }))
      } else notifyProblem(error)
    } finally {
      setSaving(false)
    }
  }

  if (theirs) {
    return (
      <ArtifactBehind
        seen={version}
        mine={mine}
        theirs={theirs}
        onSave={() => void save(theirs.version)}
        onTake={onClose}
      />
    )
  }
  return (
    <div className="p-3">
      <textarea
        aria-label={says.content(says.names[artifact])}
        value={mine}
        rows={Math.min(24, mine.split("\n").length + 2)}
        onChange={({ target }) => keepWords(target.value)}
        className="w-full resize-y rounded-lg border border-line-strong bg-ground p-3 font-mono text-xs leading-5"
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button
          look="primary"
          disabled={isSaving || mine.trim() === "" || mine === text}
          onClick={() => void save(version)}
        >
          {isSaving ? says.saving : says.save}
        </Button>
      </div>
    </div>
  )
}
