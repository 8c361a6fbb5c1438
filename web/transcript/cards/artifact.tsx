import { FileText } from "lucide-react"
import { lazy, useState } from "react"
import { ApiProblem } from "../../../src/client/client.ts"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { useApi } from "../../live/queries.ts"
import { hasWords, places } from "../../live/use-kept-words.ts"
import { useSessionState } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { Button } from "../../ui/button.tsx"
import { ItemFrame } from "../item-frame.tsx"
import type { ItemProps } from "../item-props.ts"
import { Markdown } from "../markdown.tsx"
import { Fold } from "./card-fold.tsx"

const says = texts.cards.artifact
const ArtifactEdit = lazy(async () => ({ default: (await import("./artifact-edit.tsx")).ArtifactEdit }))

/** A brief or a plan: readable, and editable while it is the newest version. */
export function ArtifactCard({ session, item, at }: ItemProps<"artifact">) {
  const newest = useSessionState(session)?.branch.artifacts[item.artifact]?.version
  const isNewest = newest === item.version
  const [isEditing, setEditing] = useState(hasWords(places.artifact(session, item.artifact, item.version)))
  const title = says.names[item.artifact]
  const name = `${title}, ${says.version(item.version).toLowerCase()}`
  return (
    <ItemFrame item={item} name={name}>
      <Fold
        heading
        id={`${session} ${item.seq}`}
        // Keep the edit open, whatever arrives meanwhile.
        first={isEditing || (isNewest && item.artifact !== "verification-plan")}
        line={
          <>
            <FileText size={15} aria-hidden className="shrink-0 text-ink-faint" />
            <span className="shrink-0 font-medium text-ink">{title}</span>
            <span className="min-w-0 truncate text-xs text-ink-faint">
              {says.version(item.version)}
              {item.edited && `, ${says.by(item.by.name)}`}
              {!isNewest && newest !== undefined && `. ${says.superseded}`}
            </span>
            <span className="grow" />
          </>
        }
      >
        <Body
          session={session}
          item={item}
          canEdit={isNewest && at === null}
          isEditing={isEditing}
          onEditing={setEditing}
        />
      </Fold>
    </ItemFrame>
  )
}

function Body({
  session,
  item,
  canEdit,
  isEditing,
  onEditing,
}: {
  session: string
  item: Item<"artifact">
  canEdit: boolean
  isEditing: boolean
  onEditing: (on: boolean) => void
}) {
  const given = { params: { id: session, kind: item.artifact }, query: { version: item.version } }
  const { data, error } = useApi("GET /api/sessions/:id/artifacts/:kind", given, { version: item.body.blob })
  if (error instanceof ApiProblem && !data) return <p className="px-4 py-3 text-sm text-bad">{error.message}</p>
  if (!data) return <p className="px-4 py-3 text-sm text-ink-faint">{item.summary ?? texts.loading}</p>
  if (isEditing) {
    return (
      <ArtifactEdit
        session={session}
        artifact={item.artifact}
        version={item.version}
        text={data.text}
        onClose={() => onEditing(false)}
      />
    )
  }
  return (
    <div className="px-4 py-3">
      <Markdown text={data.text} />
      {canEdit && (
        <div className="mt-3 flex justify-end">
          <Button size="small" onClick={() => onEditing(true)}>
            {says.edit}
          </Button>
        </div>
      )}
    </div>
  )
}
