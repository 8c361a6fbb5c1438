import { ListFilter, Search, X } from "lucide-react"
import { type KeyboardEvent, useMemo, useRef } from "react"
import { useCell } from "../live/cell.ts"
import { type Command, useCommands } from "../live/commands.ts"
import { texts } from "../texts.ts"
import { IconButton } from "../ui/button.tsx"
import { isNarrowed } from "./filter.ts"
import { filter, filtersOpen, searchText } from "./pane-state.ts"
import { focusFirst } from "./search-keys.ts"

const words = texts.sessions

/** Search as you type, and the button for filters. */
export function SearchField() {
  const text = useCell(searchText)
  const field = useRef<HTMLInputElement>(null)
  const isOpen = useCell(filtersOpen)
  const narrowed = useCell(filter)
  useCommands(
    useMemo<readonly Command[]>(
      () => [
        {
          id: "search-sessions",
          name: words.search.field,
          group: "go",
          keys: ["s"],
          run: () => field.current?.select(),
        },
      ],
      [],
    ),
  )
  const clear = () => {
    searchText.set("")
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === "Escape" && text !== "") {
      // The first Escape clears; the next may close the drawer.
      event.preventDefault()
      event.stopPropagation()
      searchText.set("")
    } else if (event.key === "ArrowDown" && focusFirst()) event.preventDefault()
  }
  return (
    <search className="flex shrink-0 items-center gap-1 px-2 pb-2">
      <div className="relative min-w-0 grow">
        <Search
          size={15}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-ink-faint"
        />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          aria-label={words.search.field}
          placeholder={words.search.field}
          value={text}
          onChange={({ currentTarget }) => searchText.set(currentTarget.value)}
          onKeyDown={onKeyDown}
          className="min-h-9 w-full rounded-lg border border-line-strong bg-ground pr-8 pl-8 text-sm text-ink placeholder:text-ink-faint pointer-coarse:min-h-11 pointer-coarse:text-base [&::-webkit-search-cancel-button]:hidden"
        />
        {text !== "" && (
          <button
            type="button"
            aria-label={words.search.clear}
            onClick={clear}
            className="absolute inset-y-0 right-0 grid w-8 place-items-center rounded-lg text-ink-faint hover:text-ink pointer-coarse:w-11"
          >
            <X size={15} aria-hidden />
          </button>
        )}
      </div>
      <IconButton
        name={words.filter.show}
        aria-expanded={isOpen}
        onClick={() => filtersOpen.set(!isOpen)}
        className={isNarrowed(narrowed) ? "bg-accent-soft! text-accent!" : ""}
      >
        <ListFilter size={16} aria-hidden />
      </IconButton>
    </search>
  )
}
