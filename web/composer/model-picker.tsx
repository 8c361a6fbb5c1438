import { Check } from "lucide-react"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useApi } from "../live/queries.ts"
import { tokens } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { matchingModels, unlistedModel } from "./model-choices.ts"

type Item = { id: string; group: string; value: string | null; title: string; detail: string }

/** A searchable list of models. `value` is null if the session names none. */
export function ModelPicker({ value, onChoose }: { value: string | null; onChoose: (model: string | null) => void }) {
  const { data, error, isPending } = useApi("GET /api/models", {})
  const [typed, setTyped] = useState("")
  const [active, setActive] = useState(0)
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const providers = data?.providers ?? []
  const groups = matchingModels(providers, typed)
  const unlisted = unlistedModel(providers, typed)
  const items: Item[] = [
    ...(unlisted
      ? [{ id: "unlisted", group: "", value: unlisted, title: texts.composer.takeModel(unlisted), detail: "" }]
      : []),
    ...(data?.found.model && typed === ""
      ? [
          {
            id: "found",
            group: "",
            value: null,
            title: texts.composer.modelFound,
            detail: texts.composer.modelFoundWhat(data.found.model, data.found.why),
          },
        ]
      : []),
    ...groups.flatMap(({ title, models }) =>
      models.map(({ name, window }) => ({
        id: name,
        group: title,
        value: name,
        title: name.slice(name.indexOf("/") + 1),
        detail: window === null ? "" : texts.composer.contextOf(tokens(window)),
      })),
    ),
  ]
  const at = Math.min(active, items.length - 1)
  useEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(`${listId}-${at}`)}"]`)?.scrollIntoView({ block: "nearest" })
  }, [at, listId])

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || items.length === 0) return
    if (event.key === "ArrowDown") setActive((at + 1) % items.length)
    else if (event.key === "ArrowUp") setActive((at + items.length - 1) % items.length)
    else if (event.key === "Enter") {
      const item = items[at]
      if (item) onChoose(item.value)
    } else return
    event.preventDefault()
  }

  const lone = items.filter(({ group }) => group === "")
  return (
    <div className="flex min-h-0 flex-col">
      <input
        // biome-ignore lint/a11y/noAutofocus: it is opened to be typed in
        autoFocus
        role="combobox"
        aria-label={texts.composer.findModel}
        aria-expanded={items.length > 0}
        aria-controls={listId}
        aria-activedescendant={items.length > 0 ? `${listId}-${at}` : undefined}
        aria-autocomplete="list"
        placeholder={texts.composer.findModel}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          setActive(0)
        }}
        onKeyDown={press}
        className="min-h-10 w-full border-line border-b bg-transparent px-3 text-sm outline-none placeholder:text-ink-faint max-md:text-base pointer-coarse:min-h-11 pointer-coarse:text-base"
      />
      <div
        id={listId}
        role="listbox"
        aria-label={texts.composer.model}
        ref={list}
        className="min-h-0 overflow-y-auto p-1"
      >
        {lone.map((item) => (
          <Option key={item.id} id={`${listId}-${items.indexOf(item)}`} {...optionProps(item)} />
        ))}
        {groups.map(({ title, note }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="flex gap-2 px-2.5 pt-2 pb-1 text-ink-faint text-xs">
              <span className="shrink-0 font-medium">{title}</span>
              <span className="truncate">{note}</span>
            </p>
            {items
              .filter(({ group }) => group === title)
              .map((item) => (
                <Option key={item.id} id={`${listId}-${items.indexOf(item)}`} {...optionProps(item)} />
              ))}
          </div>
        ))}
      </div>
      {isPending && <p className="px-3 py-2 text-ink-faint text-sm">{texts.loading}</p>}
      {error && <p className="px-3 py-2 text-bad text-sm">{error.message}</p>}
      {data && items.length === 0 && <p className="px-3 py-2 text-ink-faint text-sm">{texts.composer.noModels}</p>}
    </div>
  )

  function optionProps(item: Item) {
    return {
      item,
      active: items.indexOf(item) === at,
      chosen: item.value === value,
      onActive: () => setActive(items.indexOf(item)),
      onTake: () => onChoose(item.value),
    }
  }
}

function Option({
  id,
  item: { title, detail },
  active,
  chosen,
  onActive,
  onTake,
}: {
  id: string
  item: Item
  active: boolean
  chosen: boolean
  onActive: () => void
  onTake: () => void
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which has the focus
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      onMouseMove={onActive}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
      className={classes(
        "flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-2.5 py-1.5 text-sm pointer-coarse:min-h-11",
        active && "bg-sunken",
      )}
    >
      <span className="w-4 shrink-0">{chosen && <Check size={16} aria-hidden className="text-accent" />}</span>
      <span className="flex min-w-0 flex-col">
        <span className="break-all">{title}</span>
        {detail && <span className="text-ink-faint text-xs">{detail}</span>}
      </span>
    </div>
  )
}
