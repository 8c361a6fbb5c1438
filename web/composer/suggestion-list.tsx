import { File, Folder, SquareSlash } from "lucide-react"
import { useEffect, useRef } from "react"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import type { Suggestion, Suggestions } from "./use-suggestions.ts"

const signs = { file: File, directory: Folder, command: SquareSlash } as const

/** Suggestions for the typed token. The focus stays in the box, which names the active one. */
export function SuggestionList({
  id,
  name,
  suggestions: { items, isLoading, note },
  active,
  onActive,
  onTake,
}: {
  id: string
  name: string
  suggestions: Suggestions
  active: number
  onActive: (at: number) => void
  onTake: (item: Suggestion) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" })
  }, [active])
  return (
    <div className="absolute inset-x-0 bottom-full z-30 mb-1.5 overflow-hidden rounded-xl border border-line bg-surface shadow-float">
      {items.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={name}
          ref={list}
          className="max-h-[min(20rem,40dvh)] overflow-y-auto p-1"
        >
          {items.map((item, at) => (
            <Option
              key={item.id}
              id={`${id}-${at}`}
              item={item}
              active={at === active}
              onActive={() => onActive(at)}
              onTake={onTake}
            />
          ))}
        </div>
      )}
      {isLoading && <p className="px-3 py-2 text-ink-faint text-sm">{texts.loading}</p>}
      {note && (
        <p className="border-line border-t px-3 py-1.5 text-ink-faint text-xs first:border-t-0 first:py-2">{note}</p>
      )}
    </div>
  )
}

function Option({
  id,
  item,
  active,
  onActive,
  onTake,
}: {
  id: string
  item: Suggestion
  active: boolean
  onActive: () => void
  onTake: (item: Suggestion) => void
}) {
  const Sign = signs[item.sign]
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the box, which has the focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onMouseMove={onActive}
      // Keep the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onTake(item)}
      className={classes(
        "flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm pointer-coarse:min-h-11",
        active && "bg-sunken",
      )}
    >
      <Sign size={15} aria-hidden className="shrink-0 text-ink-faint" />
      <span className="shrink-0 truncate font-mono text-[0.8125rem]">{item.title}</span>
      {item.argument && <span className="shrink-0 font-mono text-[0.8125rem] text-ink-faint">{item.argument}</span>}
      <span className="ml-auto min-w-0 truncate text-ink-faint text-xs">{item.detail}</span>
    </div>
  )
}
