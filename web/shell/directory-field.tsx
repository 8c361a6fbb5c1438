import { ArrowUp, ChevronRight, Folder, FolderGit2, History } from "lucide-react"
import { type ReactNode, useDeferredValue, useState } from "react"
import { useApi } from "../live/queries.ts"
import { projectNames } from "../sessions/row-texts.ts"
import { texts } from "../texts.ts"
import { TextField } from "../ui/field.tsx"

const words = texts.shell.open

/** Chooses a directory on the server's machine: typed, recent, or browsed. */
export function DirectoryField(props: {
  value: string
  onChange: (path: string) => void
  projects: readonly string[]
}) {
  const { value, onChange, projects } = props
  const [isLooking, setLooking] = useState(false)
  const names = projectNames(projects)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={words.directory}
        value={value}
        autoComplete="off"
        spellCheck={false}
        required
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {projects.length > 1 && (
        <section aria-label={words.recent} className="flex flex-wrap gap-1.5">
          {projects.map((path) => (
            <button
              key={path}
              type="button"
              title={path}
              aria-pressed={path === value}
              onClick={() => onChange(path)}
              className="flex min-h-7 max-w-full items-center gap-1.5 rounded-full border border-line px-2.5 text-xs text-ink-soft hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
            >
              <History size={12} aria-hidden className="shrink-0" />
              <span className="truncate">{names.get(path)}</span>
            </button>
          ))}
        </section>
      )}
      <button
        type="button"
        aria-expanded={isLooking}
        onClick={() => setLooking(!isLooking)}
        className="flex min-h-7 items-center gap-1 self-start rounded-md text-sm text-ink-soft hover:text-ink pointer-coarse:min-h-11"
      >
        <ChevronRight size={14} aria-hidden className={isLooking ? "rotate-90" : ""} />
        {words.browse}
      </button>
      {isLooking && <Directories path={value} onChange={onChange} />}
    </div>
  )
}

function Directories({ path, onChange }: { path: string; onChange: (path: string) => void }) {
  const settled = useDeferredValue(path.trim())
  const { data, error } = useApi("GET /api/directories", { query: settled ? { path: settled } : {} })
  return (
    <div className="max-h-56 overflow-y-auto rounded-lg border border-line bg-ground p-1">
      {error && <p className="px-2 py-1.5 text-sm text-bad">{error.message}</p>}
      {data && !error && (
        <ul>
          {data.parent !== null && (
            <Entry icon={<ArrowUp size={14} aria-hidden />} onChoose={() => onChange(data.parent ?? "")}>
              {words.up}
            </Entry>
          )}
          {data.directories.map(({ name, path: whole, project }) => (
            <Entry
              key={whole}
              icon={project ? <FolderGit2 size={14} aria-hidden /> : <Folder size={14} aria-hidden />}
              onChoose={() => onChange(whole)}
            >
              {name}
              {project && <span className="ml-auto text-xs text-ink-faint">{words.isProject}</span>}
            </Entry>
          ))}
          {data.directories.length === 0 && <li className="px-2 py-1.5 text-sm text-ink-faint">{words.none}</li>}
          {data.more && <li className="px-2 py-1.5 text-sm text-ink-faint">{words.more}</li>}
        </ul>
      )}
    </div>
  )
}

function Entry({ icon, onChoose, children }: { icon: ReactNode; onChoose: () => void; children: ReactNode }) {
  return (
    <li>
      <button
        type="button"
        onClick={onChoose}
        className="flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-sunken pointer-coarse:min-h-11"
      >
        {icon}
        {children}
      </button>
    </li>
  )
}
