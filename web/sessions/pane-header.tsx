import { Menu as Base } from "@base-ui/react/menu"
import {
  Archive,
  Check,
  CheckSquare,
  Ellipsis,
  FolderInput,
  type LucideProps,
  MessagesSquare,
  Plus,
  Trash2,
} from "lucide-react"
import { type ComponentType, useRef } from "react"
import { useCell } from "../live/cell.ts"
import { openDialog } from "../live/dialogs.ts"
import { texts } from "../texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { Menu, MenuItem, MenuSeparator } from "../ui/menu.tsx"
import type { ListScope } from "./filter.ts"
import { importFiles } from "./import-sessions.ts"
import { filter, narrow, searchText, selection } from "./pane-state.ts"
import { emptySelection } from "./selection.ts"

const words = texts.sessions
const size = 15

const places: ReadonlyArray<{ place: ListScope; Sign: ComponentType<LucideProps> }> = [
  { place: "sessions", Sign: MessagesSquare },
  { place: "archive", Sign: Archive },
  { place: "trash", Sign: Trash2 },
]

/** The header of the list: a new session, and actions on all sessions. */
export function PaneHeader() {
  const { place } = useCell(filter)
  const file = useRef<HTMLInputElement>(null)
  const show = (next: ListScope) => {
    searchText.set("")
    narrow({ place: next })
  }
  return (
    <div className="flex shrink-0 items-center gap-1 px-2 pb-2">
      <Button look="plain" className="min-w-0 grow" onClick={() => openDialog({ kind: "new-session" })}>
        <Plus size={16} aria-hidden />
        <span className="truncate">{words.newSession}</span>
      </Button>
      <Menu
        trigger={
          <IconButton name={words.more}>
            <Ellipsis size={17} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem icon={<CheckSquare size={size} aria-hidden />} onSelect={() => selection.set(emptySelection)}>
          {words.select}
        </MenuItem>
        <MenuItem icon={<FolderInput size={size} aria-hidden />} onSelect={() => file.current?.click()}>
          {words.import.do}
        </MenuItem>
        <MenuSeparator />
        <Base.RadioGroup value={place} onValueChange={show} aria-label={words.name}>
          {places.map(({ place: one, Sign }) => (
            <Base.RadioItem
              key={one}
              value={one}
              closeOnClick
              className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2.5 text-sm outline-none select-none data-highlighted:bg-sunken pointer-coarse:min-h-11"
            >
              <Sign size={size} aria-hidden />
              <span className="grow">{words.places[one]}</span>
              <Base.RadioItemIndicator>
                <Check size={size} aria-hidden />
              </Base.RadioItemIndicator>
            </Base.RadioItem>
          ))}
        </Base.RadioGroup>
      </Menu>
      <input
        ref={file}
        type="file"
        multiple
        hidden
        accept=".jsonl,.json,application/json"
        aria-label={words.import.do}
        onChange={({ currentTarget }) => {
          void importFiles([...(currentTarget.files ?? [])])
          // Reset, so that choosing the same file again fires a change.
          currentTarget.value = ""
        }}
      />
    </div>
  )
}
