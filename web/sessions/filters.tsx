import type { ReactNode } from "react"
import { useCell } from "../live/cell.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { type StatusFilter, statusFilters } from "./filter.ts"
import { filter, narrow } from "./pane-state.ts"
import { nameOf } from "./row-texts.ts"
import { type Choosable, useChoosable } from "./use-choosable.ts"

const words = texts.sessions.filter

/** The filter fields: project, status, tag. */
export function Filters() {
  const { project, status, tag } = useCell(filter)
  const { projects, tags } = useChoosable()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a box of its own in every browser.
    <div role="group" aria-label={words.group} className="flex shrink-0 flex-wrap gap-1 px-2 pb-2">
      <Choice name={words.project} value={project} onChoose={(next) => narrow({ project: next })} alone>
        <option value="">{words.allProjects}</option>
        {options(projects, project)}
      </Choice>
      <Choice name={words.status} value={status} onChoose={(next) => narrow({ status: next as StatusFilter | null })}>
        <option value="">{words.anyStatus}</option>
        {statusFilters.map((one) => (
          <option key={one} value={one}>
            {words.statuses[one]}
          </option>
        ))}
      </Choice>
      {(tags.length > 0 || tag !== null) && (
        <Choice name={words.tag} value={tag} onChoose={(next) => narrow({ tag: next })}>
          <option value="">{words.anyTag}</option>
          {options(tags, tag)}
        </Choice>
      )}
    </div>
  )
}

// Keep the chosen value in the list, even if no session has it any more.
function options(all: readonly Choosable[], chosen: string | null): ReactNode {
  const isThere = chosen === null || all.some(({ value }) => value === chosen)
  const offered = isThere ? all : [{ value: chosen, name: nameOf(chosen), sessions: null }, ...all]
  return offered.map(({ value, name, sessions }) => (
    <option key={value} value={value}>
      {sessions === null ? name : words.counted(name, sessions)}
    </option>
  ))
}

function Choice({
  name,
  value,
  onChoose,
  alone = false,
  children,
}: {
  name: string
  value: string | null
  onChoose: (value: string | null) => void
  /** On its own line, because project names are long. */
  alone?: boolean
  children: ReactNode
}) {
  return (
    <select
      aria-label={name}
      value={value ?? ""}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || null)}
      // At least 16 px for touch: phones zoom into smaller fields.
      className={classes(
        "min-h-8 min-w-0 flex-1 rounded-md border border-line bg-ground px-1.5 text-xs text-ink-soft pointer-coarse:min-h-11 pointer-coarse:text-base",
        alone ? "basis-full" : "basis-24",
      )}
    >
      {children}
    </select>
  )
}
