import { FileText } from "lucide-react"
import type { TranscriptItem } from "../../src/session/view/transcript.ts"
import { texts } from "../texts.ts"

type Attachments = Extract<TranscriptItem, { kind: "input" }>["attachments"]

/** The attachments of a message: thumbnails, other files by name. Each opens in a new tab. */
export function InputAttachments({ session, attachments }: { session: string; attachments: Attachments }) {
  if (attachments.length === 0) return null
  return (
    <ul aria-label={texts.transcript.attachments} className="mb-1.5 flex flex-wrap justify-end gap-2">
      {attachments.map(({ blob, name, mediaType = "" }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be there twice, and the list never changes.
        <li key={`${blob} ${at}`}>
          <a
            href={`/api/sessions/${encodeURIComponent(session)}/blobs/${blob}`}
            target="_blank"
            rel="noreferrer"
            className="flex items-center gap-2 overflow-hidden rounded-lg border border-line bg-surface text-sm text-ink-soft hover:border-line-strong"
          >
            {isPicture(mediaType) ? (
              <img
                src={`/api/sessions/${encodeURIComponent(session)}/blobs/${blob}`}
                alt={name}
                loading="lazy"
                className="h-28 max-w-60 object-cover"
              />
            ) : (
              <span className="flex min-h-9 items-center gap-2 px-3 pointer-coarse:min-h-11">
                <FileText size={15} aria-hidden />
                <span className="max-w-60 truncate">{name}</span>
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

const isPicture = (mediaType: string) => /^image\/(png|jpe?g|gif|webp|avif)$/.test(mediaType)
