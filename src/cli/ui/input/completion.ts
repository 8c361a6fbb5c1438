import { type AutocompleteProvider, CombinedAutocompleteProvider, fuzzyFilter } from "@earendil-works/pi-tui"
import { exceptGit, ripgrep, searchOptions } from "../../../tools/files/ripgrep.ts"

type Described = { name: string; description: string }

const mostShown = 20
const mostFiles = 50_000
/** For how long a listing of files or commands is used. */
const listedMs = 5_000

/** Completes `/` commands, paths after Tab, and files and folders of the project after `@`. */
export function completionFor(workspace: string, commands: () => Promise<readonly Described[]>): AutocompleteProvider {
  const places = remembered(() => listPlaces(workspace))
  const named = remembered(async () => {
    const listed = (await commands()).map(({ name, description }) => ({ name, description }))
    return new CombinedAutocompleteProvider(listed, workspace, null)
  })
  const usual = new CombinedAutocompleteProvider([], workspace, null)
  return {
    triggerCharacters: ["@"],
    async getSuggestions(lines, row, column, options) {
      const mention = mentionBefore(lines[row] ?? "", column)
      if (mention === null) return (await named()).getSuggestions(lines, row, column, options)
      const all = await places()
      const wanted = mention.slice(1)
      const found = wanted === "" ? all : fuzzyFilter(all, wanted, (place) => place)
      const items = found.slice(0, mostShown).map((place) => ({ value: `@${place}`, label: place }))
      return items.length === 0 || options.signal.aborted ? null : { items, prefix: mention }
    },
    applyCompletion(lines, row, column, item, listedFor) {
      const line = lines[row] ?? ""
      const prefix = prefixNow(line.slice(0, column), listedFor)
      // More was typed than was listed for, and the item does not fit it: what was typed stands.
      if (prefix === null || (prefix !== listedFor && !item.value.includes(prefix.slice(1)))) {
        return { lines, cursorLine: row, cursorCol: column }
      }
      if (!prefix.startsWith("@")) return usual.applyCompletion(lines, row, column, item, prefix)
      const inserted = item.value.endsWith("/") ? item.value : `${item.value} `
      const start = column - prefix.length
      const next = lines.with(row, line.slice(0, start) + inserted + line.slice(column))
      return { lines: next, cursorLine: row, cursorCol: start + inserted.length }
    },
    shouldTriggerFileCompletion: (lines, row, column) => usual.shouldTriggerFileCompletion(lines, row, column),
  }
}

/** Asks again only after a while. */
function remembered<T>(list: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | null = null
  return () => {
    const now = performance.now()
    if (!known || now - known.at > listedMs) known = { at: now, value: list() }
    return known.value
  }
}

/** What is being completed, with what was typed since the list was asked for; null where that is something else. */
function prefixNow(before: string, listedFor: string): string | null {
  const typed = listedFor.startsWith("@") ? mentionBefore(before, before.length) : /^\/\S*$/.exec(before)?.[0]
  if (typed?.startsWith(listedFor)) return typed
  return before.endsWith(listedFor) ? listedFor : null
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
