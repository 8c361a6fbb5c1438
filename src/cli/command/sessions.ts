import { projectOf } from "../../agent/configuration/project-of.ts"
import { shortIds } from "../../base/short-id.ts"
import type { ListQuery, Page, SessionRow, Status, Store } from "../../store/contract.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { belongsTo, sessionsOf } from "../session/own-sessions.ts"
import { sessionTable } from "../text/session-table.ts"
import { UsageError } from "../usage-error.ts"
import { withStore } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  if (args.flag("archived") && args.flag("trash")) {
    throw new UsageError("--archived and --trash cannot be combined.", "sessions")
  }
  const { items, next } = await withStore("look", async (store) =>
    store ? pageOf(store, args) : { items: [], next: null },
  )
  const isHere = belongsTo(projectOf())
  if (terminal.json) {
    await terminal.printJson({ sessions: rowsForPrograms(items, isHere), next })
    return 0
  }
  if (items.length === 0) {
    await terminal.print(...emptyList(args))
    return 0
  }
  await terminal.print(...sessionTable(items, isHere, terminal))
  if (next) await terminal.print("", terminal.paint.dim(`There are more: add --all, or --cursor ${next}`))
  return 0
}

/** A row of the list for --json, with derived fields. */
export function rowsForPrograms(rows: readonly SessionRow[], isHere: (row: SessionRow) => boolean) {
  const short = shortIds(rows.map(({ id }) => id))
  return rows.map((row) => ({ ...row, shortId: short(row.id), here: isHere(row) }))
}

const usualLimit = 20
const wholePage = 500

function queryFrom(args: Arguments): Omit<ListQuery, "project" | "within"> {
  const tag = args.text("tag")
  const owner = args.text("owner")
  const status = args.text("status") as Status | undefined
  const cursor = args.text("cursor")
  return {
    limit: args.number("limit") ?? (args.flag("all") ? wholePage : usualLimit),
    ...(tag === undefined ? {} : { tag }),
    ...(owner === undefined ? {} : { owner }),
    ...(status === undefined ? {} : { status }),
    ...(cursor === undefined ? {} : { cursor }),
    ...(args.flag("archived") ? { archived: true } : {}),
    ...(args.flag("trash") ? { trashed: true } : {}),
    ...(args.flag("pinned") ? { pinned: true } : {}),
  }
}

async function pageOf(store: Store, args: Arguments): Promise<Page<SessionRow>> {
  const named = args.text("project")
  const project = named === undefined ? undefined : projectOf(named)
  const query = queryFrom(args)
  const list = (cursor: Pick<ListQuery, "cursor">) =>
    project === undefined ? store.list({ ...query, ...cursor }) : sessionsOf(store, project, { ...query, ...cursor })
  const page = await list({})
  while (args.flag("all") && page.next !== null) {
    const { items, next } = await list({ cursor: page.next })
    page.items.push(...items)
    page.next = next
  }
  return page
}

const filters = ["project", "pinned", "tag", "owner", "status", "cursor"]

function emptyList(args: Arguments): string[] {
  if (args.flag("trash")) return ["The trash is empty."]
  if (args.flag("archived")) return ["No session is archived."]
  if (filters.some((name) => args.flag(name))) return ["No session fits."]
  return ['No sessions yet. Start one: holdfast run "task"']
}
