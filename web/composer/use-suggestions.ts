import { useCell } from "../live/cell.ts"
import { type Command, commands, offered, slashMatches } from "../live/commands.ts"
import { useApi } from "../live/queries.ts"
import { rows } from "../live/rows.ts"
import { useSessionState } from "../live/use-session.ts"
import { useSettled } from "../live/use-settled.ts"
import { texts } from "../texts.ts"
import { pathInText, type Token } from "./token.ts"

/** A suggestion for the typed token. */
export type Suggestion = {
  id: string
  title: string
  /** The argument of a command. */
  argument: string
  detail: string
  sign: "file" | "directory" | "command"
  /** The replacement text; `more` keeps the list open. */
  taken: string
  more: boolean
  /** A command without argument, which runs at once. */
  command: Command | null
}

export type Suggestions = { items: readonly Suggestion[]; isLoading: boolean; note: string | null }

const settleMs = 120

/** The suggestions for a token. */
export function useSuggestions(session: string, token: Token | null): Suggestions {
  const files = useFiles(session, token?.kind === "file" ? token.typed : null)
  const fitting = useFittingCommands(session, token?.kind === "command" ? token.typed : null)
  if (!token) return { items: [], isLoading: false, note: null }
  if (token.kind === "file") return files
  return {
    items: fitting.map(ofCommand),
    isLoading: false,
    note: fitting.length > 0 ? null : texts.composer.noCommands,
  }
}

function useFittingCommands(session: string, typed: string | null): readonly Command[] {
  const all = useCell(commands)
  const row = useCell(rows, (known) => known.get(session))
  const state = useSessionState(session)
  return typed === null ? [] : slashMatches(offered(all, { session, row, state, argument: "" }), typed)
}

function ofCommand(command: Command): Suggestion {
  const { id, name, slash } = command
  const argument = slash?.argument
  return {
    id,
    title: `/${slash?.name ?? id}`,
    argument: argument ?? "",
    detail: name,
    sign: "command",
    taken: `/${slash?.name ?? id}`,
    more: false,
    command: argument ? null : command,
  }
}

function useFiles(session: string, typed: string | null): Suggestions {
  const wanted = useSettled(typed ?? "", settleMs)
  const isDirectory = wanted === "" || wanted.endsWith("/")
  const query = isDirectory ? { path: wanted.replace(/\/+$/, "") } : { find: wanted }
  const given = { params: { id: session }, query }
  const { data, isFetching, error } = useApi("GET /api/sessions/:id/files", given, { enabled: typed !== null })
  const items = (data?.entries ?? [])
    .filter(({ kind }) => kind === "file" || kind === "directory" || kind === "link")
    .slice(0, 50)
    .map(ofEntry)
  const note = error ? error.message : data?.more ? texts.composer.moreFiles : null
  const isEmpty = items.length === 0 && !isFetching
  return { items, isLoading: isFetching && items.length === 0, note: note ?? (isEmpty ? texts.composer.noFiles : null) }
}

function ofEntry({ path, kind }: { path: string; kind: string }): Suggestion {
  const isDirectory = kind === "directory"
  const at = path.lastIndexOf("/")
  return {
    id: path,
    title: path.slice(at + 1) + (isDirectory ? "/" : ""),
    argument: "",
    detail: at > 0 ? path.slice(0, at) : "",
    sign: isDirectory ? "directory" : "file",
    taken: isDirectory ? `@${path}/` : pathInText(path),
    more: isDirectory,
    command: null,
  }
}
