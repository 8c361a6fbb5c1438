import { ChevronRight, Redo2, Undo2 } from "lucide-react"
import { useMemo, useState } from "react"
import type { TurnChanges } from "../../src/agent/sessions/session-changes.ts"
import { DiffView } from "../diff/diff-view.tsx"
import { diffCounts, diffRows } from "../diff/unified.ts"
import { redoTurn } from "../live/actions.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { FileLink } from "../transcript/cards/file-link.tsx"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { Ticked } from "../ui/ticked.tsx"
import { Details } from "./details.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { Nothing } from "./section.tsx"
import { SeqLink } from "./seq-link.tsx"
import { UndoDialog } from "./undo-dialog.tsx"

const says = texts.inspector.changes
const perPage = 20

/** The session's changes by turn, newest first; with `at`, up to that event. */
export function ChangesTab({ id, at }: TabProps) {
  const [opened, setOpened] = useState<{ at: number | null; pages: readonly (number | null)[] }>({ at, pages: [null] })
  // Page boundaries depend on the newest turn.
  const pages = opened.at === at ? opened.pages : [null]
  return pages.map((before, page) => (
    <ChangesPage
      key={before ?? "newest"}
      id={id}
      at={at}
      before={before}
      isLast={page === pages.length - 1}
      onMore={(next) => setOpened({ at, pages: [...pages, next] })}
    />
  ))
}

function ChangesPage({
  id,
  at,
  before,
  isLast,
  onMore,
}: {
  id: string
  at: number | null
  before: number | null
  isLast: boolean
  onMore: (next: number) => void
}) {
  const state = useSessionState(id)
  const query = { limit: perPage, ...(before === null ? {} : { before }), ...(at === null ? {} : { at }) }
  const version = at === null ? state?.seq : null
  const changes = useApi("GET /api/sessions/:id/changes", { params: { id }, query }, { version })
  return (
    <Loaded query={changes}>
      {({ turns, next }) => (
        <>
          {turns.length === 0 && before === null && <Nothing>{says.empty}</Nothing>}
          {turns.map((turn, place) => (
            <TurnView
              key={turn.seq}
              session={id}
              turn={turn}
              isFirst={before === null && place === 0}
              canAct={at === null}
            />
          ))}
          {isLast && next !== null && (
            <Button look="quiet" className="m-3" onClick={() => onMore(next)}>
              {says.older}
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

function TurnView({
  session,
  turn,
  isFirst,
  canAct,
}: {
  session: string
  turn: TurnChanges
  isFirst: boolean
  canAct: boolean
}) {
  const state = useSessionState(session)
  const [undoing, setUndoing] = useState(false)
  const title = turn.turn === null ? says.saved(turn.by ?? "") : (turn.task ?? says.turn)
  const { turn: id } = turn
  const isBusy = state?.log.turn !== null
  return (
    <article aria-label={title} className="border-b border-line">
      <header className="flex items-center gap-2 px-4 pt-3 pb-1">
        <h2 className="line-clamp-2 min-w-0 grow text-sm font-medium wrap-anywhere">{title}</h2>
        {turn.undone && (
          <span className="shrink-0 rounded-full bg-warn-soft px-2 py-0.5 text-xs text-warn">{says.undone}</span>
        )}
        <SeqLink session={session} seq={turn.seq} />
        {id !== null && canAct && (
          <Button
            look="quiet"
            size="small"
            className="shrink-0"
            disabled={isBusy}
            aria-label={turn.undone ? says.redo : says.undoTurn(title)}
            onClick={() => (turn.undone ? void redoTurn(session, id, state?.seq ?? 0) : setUndoing(true))}
          >
            {turn.undone ? <Redo2 size={13} aria-hidden /> : <Undo2 size={13} aria-hidden />}
            {turn.undone ? says.redo : says.undo}
          </Button>
        )}
      </header>
      <ul className="pb-2">
        {turn.files.map((file) => (
          <FileChange
            key={`${file.path} ${file.seq}`}
            session={session}
            file={file}
            first={isFirst && turn.files.length <= 3}
          />
        ))}
      </ul>
      {turn.uncovered.length > 0 && (
        <div className="px-3 pb-2">
          <Details line={<span className="text-xs text-warn">{says.uncovered(turn.uncovered.length)}</span>}>
            {turn.uncovered.map((fact) => (
              <p key={fact} className="py-0.5 text-xs wrap-anywhere text-ink-soft">
                <Ticked text={fact} />
              </p>
            ))}
          </Details>
        </div>
      )}
      {undoing && id !== null && <UndoDialog session={session} turn={id} onClose={() => setUndoing(false)} />}
    </article>
  )
}

function FileChange({
  session,
  file: { path, change, diff },
  first,
}: {
  session: string
  file: TurnChanges["files"][number]
  first: boolean
}) {
  const [isOpen, setOpen] = useState(first)
  const rows = useMemo(() => (diff === null ? [] : diffRows(diff)), [diff])
  const { added, removed } = diffCounts(rows)
  return (
    <li>
      <div className="flex items-center gap-1.5 px-2">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={texts.cards.diff.name(path)}
          onClick={() => setOpen(!isOpen)}
          className="grid size-7 shrink-0 place-items-center rounded-md hover:bg-sunken pointer-coarse:size-11"
        >
          <ChevronRight size={14} aria-hidden className={classes("text-ink-faint", isOpen && "rotate-90")} />
        </button>
        <FileLink session={session} path={path} className="min-w-0 grow truncate" />
        {change !== "changed" && <span className="text-xs text-ink-faint">{says.kind[change]}</span>}
        <span className="font-mono text-xs text-good">+{added}</span>
        <span className="mr-2 font-mono text-xs text-bad">−{removed}</span>
      </div>
      {isOpen &&
        (diff === null ? (
          <p className="px-4 py-1 text-xs text-ink-faint">{says.noDiff}</p>
        ) : (
          <div className="my-1 max-h-[60vh] overflow-y-auto border-y border-line">
            <DiffView rows={rows} label={texts.cards.diff.name(path)} />
          </div>
        ))}
    </li>
  )
}
