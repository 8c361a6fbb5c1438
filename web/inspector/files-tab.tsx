import { ChevronLeft, ChevronRight, File, Folder } from "lucide-react"
import { useState } from "react"
import { bytes } from "../../src/base/amount-text.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { classes } from "../ui/classes.ts"
import { FileView } from "./file-view.tsx"
import type { TabProps } from "./inspector.tsx"
import { Loaded } from "./loaded.tsx"
import { Remark } from "./section.tsx"

const says = texts.inspector.files

/** The workspace's files as they are now; earlier versions are not on the disk. */
export function FilesTab({ id, at }: TabProps) {
  const [path, setPath] = useState<string | null>(null)
  return (
    <>
      {at !== null && <Remark>{says.asOfNow}</Remark>}
      {path !== null && (
        <div className="p-3">
          <Button look="quiet" size="small" className="mb-2" onClick={() => setPath(null)}>
            <ChevronLeft size={14} aria-hidden /> {says.tree}
          </Button>
          <p className="mb-2 px-1 font-mono text-xs wrap-anywhere">{path}</p>
          <FileView key={path} session={id} path={path} canEdit={at === null} />
        </div>
      )}
      {/* Stays mounted, so that open folders stay open while a file is shown. */}
      <nav aria-label={says.tree} hidden={path !== null} className="p-2">
        <Directory id={id} path="" depth={0} onOpen={setPath} />
      </nav>
    </>
  )
}

function Directory({
  id,
  path,
  depth,
  onOpen,
}: {
  id: string
  path: string
  depth: number
  onOpen: (path: string) => void
}) {
  // Refetched after each turn; other changes show when a directory is opened again.
  const version = useSessionState(id)?.log.turn === null
  const listing = useApi("GET /api/sessions/:id/files", { params: { id }, query: { path } }, { version })
  return (
    <Loaded query={listing}>
      {({ entries, more }) => (
        <ul>
          {entries.map(({ name, path: own, kind, bytes: size }) => (
            <li key={own}>
              {kind === "directory" ? (
                <Subdirectory id={id} name={name} path={own} depth={depth} onOpen={onOpen} />
              ) : (
                <button
                  type="button"
                  disabled={kind === "other"}
                  onClick={() => onOpen(own)}
                  style={{ paddingLeft: `${depth * 14 + 24}px` }}
                  className="flex min-h-8 w-full items-center gap-1.5 rounded-md pr-2 text-left text-sm -outline-offset-2 hover:bg-sunken disabled:opacity-50 pointer-coarse:min-h-11"
                >
                  <File size={14} aria-hidden className="shrink-0 text-ink-faint" />
                  <span className="min-w-0 grow truncate">{name}</span>
                  {size !== null && <span className="text-xs text-ink-faint tabular-nums">{bytes(size)}</span>}
                </button>
              )}
            </li>
          ))}
          {entries.length === 0 && <li className="px-3 py-1 text-xs text-ink-faint">{says.empty}</li>}
          {more && <li className="px-3 py-1 text-xs text-ink-faint">{says.more}</li>}
        </ul>
      )}
    </Loaded>
  )
}

function Subdirectory(props: {
  id: string
  name: string
  path: string
  depth: number
  onOpen: (path: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  const { id, name, path, depth, onOpen } = props
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        style={{ paddingLeft: `${depth * 14 + 4}px` }}
        className="flex min-h-8 w-full items-center gap-1.5 rounded-md pr-2 text-left text-sm -outline-offset-2 hover:bg-sunken pointer-coarse:min-h-11"
      >
        <ChevronRight size={14} aria-hidden className={classes("shrink-0 text-ink-faint", isOpen && "rotate-90")} />
        <Folder size={14} aria-hidden className="shrink-0 text-ink-faint" />
        <span className="min-w-0 truncate">{name}</span>
      </button>
      {isOpen && <Directory id={id} path={path} depth={depth + 1} onOpen={onOpen} />}
    </>
  )
}
