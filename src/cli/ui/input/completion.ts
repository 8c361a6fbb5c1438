import { type AutocompleteProvider, CombinedAutocompleteProvider, fuzzyFilter } from "@earendil-works/pi-tui"
import { exceptGit, ripgrep, searchOptions } from "../../../tools/files/ripgrep.ts"

type Described = { name: string; description: string }

const mostShown = 20
const mostFiles = 50_000
/** For how long a listing of the project is used. */
const listedMs = 5_000

/** Completes `/` commands, paths after Tab, and files and folders of the project after `@`. */
export function completionFor(workspace: string, commands: readonly Described[]): AutocompleteProvider {
  const usual = new CombinedAutocompleteProvider([...commands], workspace, null)
  let listing: { at: number; places: Promise<string[]> } | null = null
  const places = () => {
    const now = performance.now()
    if (!listing || now - listing.at > listedMs) listing = { at: now, places: listPlaces(workspace) }
    return listing.places
  }
  return {
    triggerCharacters: ["@"],
    async getSuggestions(lines, row, column, options) {
      const mention = mentionBefore(lines[row] ?? "", column)
      if (mention === null) return usual.getSuggestions(lines, row, column, options)
      const all = await places()
      const wanted = mention.slice(1)
      const found = wanted === "" ? all : fuzzyFilter(all, wanted, (place) => place)
      const items = found.slice(0, mostShown).map((place) => ({ value: `@${place}`, label: place }))
      return items.length === 0 || options.signal.aborted ? null : { items, prefix: mention }
    },
    applyCompletion(lines, row, column, item, prefix) {
      if (!prefix.startsWith("@")) return usual.applyCompletion(lines, row, column, item, prefix)
      const line = lines[row] ?? ""
      const inserted = item.value.endsWith("/") ? item.value : `${item.value} `
      const start = column - prefix.length
      const next = lines.with(row, line.slice(0, start) + inserted + line.slice(column))
      return { lines: next, cursorLine: row, cursorCol: start + inserted.length }
    },
    shouldTriggerFileCompletion: (lines, row, column) => usual.shouldTriggerFileCompletion(lines, row, column),
  }
}

/** The mention that is being typed; null where there is none. */
function mentionBefore(line: string, column: number): string | null {
  return /(?:^|\s)(@[^\s@]*)$/.exec(line.slice(0, column))?.[1] ?? null
}

/** The files of a project that git does not ignore, and their folders. */
async function listPlaces(workspace: string): Promise<string[]> {
  const files: string[] = []
  const { signal } = new AbortController()
  const take = (file: string) => files.push(file) < mostFiles
  await ripgrep([...searchOptions, exceptGit, "--files"], { cwd: workspace, signal, take })
  const folders = new Set(files.flatMap(foldersOf))
  return [...folders, ...files].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1)
  return parts.map((_, at) => `${parts.slice(0, at + 1).join("/")}/`)
}
