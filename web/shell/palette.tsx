import { Autocomplete } from "@base-ui/react/autocomplete"
import { Dialog } from "@base-ui/react/dialog"
import { Folder, Search, SquareTerminal } from "lucide-react"
import { type ReactNode, useDeferredValue, useState } from "react"
import type { Row } from "../../src/server/contract/common.ts"
import { useCell } from "../live/cell.ts"
import { commands, offered } from "../live/commands.ts"
import { openDialog } from "../live/dialogs.ts"
import { go } from "../live/page-route.ts"
import { commandText, fitting, rowText } from "../live/palette-items.ts"
import { useApi } from "../live/queries.ts"
import { rows } from "../live/rows.ts"
import { sessionStatusOf } from "../live/session-status.ts"
import { isMac, shownKeys } from "../live/shortcuts.ts"
import { Ago } from "../sessions/ago.tsx"
import { projectNames } from "../sessions/row-texts.ts"
import { texts } from "../texts.ts"
import { StatusBadge } from "../ui/status-badge.tsx"
import { contextNow, shellCommands } from "./shell-commands.ts"
import { useProjects } from "./use-projects.ts"

const words = texts.shell.palette
const atMost = { sessions: 8, commands: 30, projects: 5 } as const

/** `at`: the last activity. */
type Item = { id: string; label: string; icon: ReactNode; note: string; at?: string; run: () => void }
type Group = { value: string; items: readonly Item[] }

/** Finds sessions by title and content, commands, and projects for a new session. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState("")
  const groups = useGroups(typed.trim()).filter(({ items }) => items.length > 0)
  const choose = (item: Item) => {
    onClose()
    item.run()
  }
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          aria-label={words.title}
          className="fixed top-[10dvh] left-1/2 z-50 flex max-h-[70dvh] w-[calc(100vw-1.5rem)] max-w-xl -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-float outline-none"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            filter={null}
            autoHighlight="always"
            keepHighlight
            value={typed}
            onValueChange={setTyped}
            itemToStringValue={(item: Item) => item.label}
          >
            <div className="flex shrink-0 items-center gap-2.5 border-b border-line px-4">
              <Search size={16} aria-hidden className="shrink-0 text-ink-faint" />
              <Autocomplete.Input
                aria-label={words.field}
                placeholder={words.placeholder}
                className="h-12 w-full bg-transparent text-base outline-none placeholder:text-ink-faint"
              />
            </div>
            <Dialog.Close className="sr-only">{texts.close}</Dialog.Close>
            <Autocomplete.Empty className="px-4 py-6 text-sm text-ink-faint empty:hidden">
              {words.none}
            </Autocomplete.Empty>
            <Autocomplete.List className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
              {(group: Group) => (
                <Autocomplete.Group key={group.value} items={[...group.items]}>
                  <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs text-ink-faint">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(item: Item) => (
                      <Autocomplete.Item
                        key={item.id}
                        value={item}
                        onClick={() => choose(item)}
                        className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
                      >
                        {item.icon}
                        <span className="min-w-0 grow truncate">{item.label}</span>
                        <span className="max-w-[40%] shrink-0 truncate text-xs text-ink-faint">{item.note}</span>
                        {item.at && <Ago at={item.at} now={new Date()} />}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function useGroups(typed: string): readonly Group[] {
  const book = useCell(rows)
  const all = useCell(commands)
  const projects = useProjects()
  const settled = useDeferredValue(typed)
  const { data: found } = useApi("GET /api/sessions", {
    query: { limit: 20, ...(settled ? { q: settled } : {}) },
  })
  const context = contextNow()
  const known = [...book.values()].filter(({ trashed }) => !trashed)
  const newest = known.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  const byTitle = fitting(newest, typed, rowText)
  const byText = settled === typed ? (found?.items ?? []) : []
  const sessions = [...new Map([...byTitle, ...byText].map((row) => [row.id, row])).values()]
  const names = projectNames([...projects, ...sessions.map(({ workspace }) => workspace)])
  const order = new Map(shellCommands.map(({ id }, at) => [id, at]))
  const named = offered(all, context)
    .filter(({ id }) => id !== "palette")
    .toSorted((a, b) => (order.get(a.id) ?? 99) - (order.get(b.id) ?? 99))
  return [
    { value: words.sessions, items: sessions.slice(0, atMost.sessions).map((row) => sessionItem(row, names)) },
    {
      value: words.commands,
      items: fitting(named, typed, commandText)
        .slice(0, atMost.commands)
        .map((command) => ({
          id: `command ${command.id}`,
          label: command.name,
          icon: <SquareTerminal size={15} aria-hidden className="shrink-0 text-ink-faint" />,
          note: command.keys?.[0] ? shownKeys(command.keys[0], isMac) : command.slash ? `/${command.slash.name}` : "",
          run: () => command.run(context),
        })),
    },
    {
      value: words.projects,
      items: fitting(projects, typed, (path) => path)
        .slice(0, atMost.projects)
        .map((workspace) => ({
          id: `project ${workspace}`,
          label: names.get(workspace) ?? workspace,
          icon: <Folder size={15} aria-hidden className="shrink-0 text-ink-faint" />,
          note: workspace,
          run: () => openDialog({ kind: "new-session", workspace }),
        })),
    },
  ]
}

function sessionItem(row: Row, names: ReadonlyMap<string, string>): Item {
  return {
    id: `session ${row.id}`,
    label: row.title ?? texts.shell.header.untitled,
    icon: <StatusBadge status={sessionStatusOf(row)} />,
    note: names.get(row.workspace) ?? row.workspace,
    at: row.updatedAt,
    run: () => go({ session: row.id }),
  }
}
