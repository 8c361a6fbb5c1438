import { FileText, RotateCw, X } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { bytes } from "../../src/base/amount-text.ts"
import { useCell } from "../live/cell.ts"
import type { Attachment } from "../live/draft-state.ts"
import { useIsStored } from "../live/drafts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { dropUpload, pictureOf, sendAgain, type Upload, uploads } from "./uploads.ts"

/** The attachments of a message: uploaded, uploading or refused. */
export function Attachments({
  session,
  attached,
  onRemove,
}: {
  session: string
  attached: readonly Attachment[]
  onRemove: (at: number) => void
}) {
  const isStored = useIsStored(session)
  const coming = useCell(uploads).filter((upload) => upload.session === session)
  if (attached.length + coming.length === 0) return null
  return (
    <ul
      aria-label={texts.composer.attachments}
      className="flex max-h-[30dvh] flex-wrap items-start gap-2 overflow-y-auto px-3 pt-3"
    >
      {attached.map((attachment, at) => (
        <Chip
          // The same file may be attached twice, so the index is part of the key.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={`${attachment.blob} ${at}`}
          name={attachment.name}
          picture={<Picture at={pictureOf(session, attachment)} isStored={isStored} />}
          detail={bytes(attachment.bytes)}
          onRemove={() => onRemove(at)}
        />
      ))}
      {coming.map((upload) => (
        <Coming key={upload.id} upload={upload} />
      ))}
    </ul>
  )
}

function Coming({ upload: { id, file, share, problem } }: { upload: Upload }) {
  const detail = problem ? (
    <span role="alert">{problem.message}</span>
  ) : (
    <progress
      aria-label={texts.composer.uploadProgress(file.name)}
      value={share}
      max={1}
      className="h-1.5 w-24 accent-accent"
    />
  )
  return (
    <Chip name={file.name} detail={detail} bad={problem !== null} onRemove={() => dropUpload(id)}>
      {problem?.again && (
        <SmallButton name={texts.composer.tryUploadAgain(file.name)} onClick={() => sendAgain(id)}>
          <RotateCw size={14} aria-hidden />
        </SmallButton>
      )}
    </Chip>
  )
}

function Chip({
  name,
  detail,
  picture = <Picture at={undefined} isStored={false} />,
  bad = false,
  onRemove,
  children,
}: {
  name: string
  detail: ReactNode
  picture?: ReactNode
  bad?: boolean
  onRemove: () => void
  children?: ReactNode
}) {
  return (
    <li
      className={classes(
        "flex max-w-full min-w-0 items-center gap-2 rounded-lg border py-1 pr-1 pl-1.5 text-xs",
        bad ? "border-bad/40 bg-bad-soft text-bad" : "border-line bg-sunken text-ink-soft",
      )}
    >
      {picture}
      <span className="flex min-w-0 flex-col">
        <span className="max-w-48 truncate font-medium text-ink">{name}</span>
        <span className={classes("max-w-64", bad ? "text-bad" : "text-ink-faint")}>{detail}</span>
      </span>
      {children}
      <SmallButton name={texts.composer.removeAttachment(name)} onClick={onRemove}>
        <X size={14} aria-hidden />
      </SmallButton>
    </li>
  )
}

/** A thumbnail or a file icon. */
function Picture({ at, isStored }: { at: string | undefined; isStored: boolean }) {
  const [isMissing, setMissing] = useState(false)
  // The server serves it only after it has stored the draft that references it.
  useEffect(() => {
    if (isStored) setMissing(false)
  }, [isStored])
  if (at && !isMissing) {
    return (
      <img
        src={at}
        alt=""
        onError={() => setMissing(true)}
        className="size-9 rounded-md border border-line object-cover"
      />
    )
  }
  return (
    <span className="grid size-9 place-items-center">
      <FileText size={18} aria-hidden />
    </span>
  )
}

function SmallButton({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      onClick={onClick}
      className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-line pointer-coarse:size-11"
    >
      {children}
    </button>
  )
}
