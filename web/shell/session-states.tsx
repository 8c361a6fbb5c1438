import { Archive, CircleX, Import, Lock, Trash2, TriangleAlert } from "lucide-react"
import { type ReactNode, useState } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { archive, restore, resume } from "../live/actions.ts"
import { useRow } from "../live/rows.ts"
import { useGone, useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { Copyable } from "../ui/copyable.tsx"

const words = texts.shell.states

/** Banners for sessions in unusual states, with actions. */
export function SessionStates({ id }: { id: string }) {
  const row = useRow(id)
  const newer = useSessionState(id)?.log.newer ?? null
  const isGone = useGone(id) === "damaged"
  if (!row) return isGone && <Damaged what="" />
  return (
    <>
      {(row.damage !== null || isGone) && <Damaged what={row.damage ?? ""} />}
      {newer && <Band tone="warn" icon={<Lock size={15} aria-hidden />} text={words.newer(newer.type)} />}
      {row.trouble && (
        <Band tone="bad" icon={<TriangleAlert size={15} aria-hidden />} text={words.trouble(row.trouble.message)}>
          <Button onClick={() => void resume(id)}>{words.tryAgain}</Button>
        </Band>
      )}
      {row.trashed ? (
        <Band tone="warn" icon={<Trash2 size={15} aria-hidden />} text={words.trashed}>
          <Button onClick={() => void restore(id)}>{words.restore}</Button>
        </Band>
      ) : (
        row.archived && (
          <Band tone="plain" icon={<Archive size={15} aria-hidden />} text={words.archived}>
            <Button onClick={() => void archive(id, false)}>{words.unarchive}</Button>
          </Band>
        )
      )}
      <Imported row={row} />
    </>
  )
}

function Damaged({ what }: { what: string }) {
  return (
    <Band tone="bad" icon={<CircleX size={15} aria-hidden />} text={words.damaged(what)}>
      <div className="w-full max-w-md">
        <Copyable text="holdfast doctor --verify" />
      </div>
    </Band>
  )
}

/** Dismissed once per page load. */
function Imported({ row }: { row: Row }) {
  const [isRead, setRead] = useState(false)
  // No longer shown once the session has been used here for a while.
  if (isRead || row.foreignThrough === 0 || row.seq > row.foreignThrough + 200) return null
  return (
    <Band tone="plain" icon={<Import size={15} aria-hidden />} text={words.imported(row.foreignThrough)}>
      <Button look="quiet" onClick={() => setRead(true)}>
        {words.dismiss}
      </Button>
    </Band>
  )
}

const tones = {
  plain: "bg-sunken text-ink-soft",
  warn: "bg-warn-soft text-ink",
  bad: "bg-bad-soft text-ink",
} as const

function Band(props: { tone: keyof typeof tones; icon: ReactNode; text: string; children?: ReactNode }) {
  const { tone, icon, text, children } = props
  return (
    <div
      className={classes(
        "flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-4 py-1.5 text-sm",
        tones[tone],
      )}
    >
      {icon}
      <p className="min-w-0 grow basis-60">{text}</p>
      {children}
    </div>
  )
}
