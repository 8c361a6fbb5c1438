import { projectOf } from "../../agent/project.ts"
import type { Run } from "../commands/form.ts"
import { commands } from "../commands.ts"
import { aligned, tagline } from "../help.ts"
import { belongsTo } from "../own-sessions.ts"
import { sessionTable } from "../session-table.ts"
import { withStore } from "../store.ts"
import { wrap } from "../text/width.ts"
import { ownVersion } from "../version.ts"
import { rowsForPrograms } from "./sessions.ts"

const recent = 8

/** Without a command: what there is to do, and what was done last. */
export const run: Run = async (_args, terminal) => {
  const { items } = await withStore("look", async (store) => (await store?.list({ limit: recent })) ?? { items: [] })
  const isHere = belongsTo(projectOf())
  if (terminal.json) {
    await terminal.printJson({ version: ownVersion(), sessions: rowsForPrograms(items, isHere) })
    return 0
  }
  const { paint, width } = terminal
  const fitting = (line: string) => (width === undefined ? [line] : wrap(line, width))
  const names = commands.filter(({ name }) => introduced.includes(name))
  await terminal.print(
    ...fitting(tagline).map(paint.bold),
    "",
    ...aligned(
      [
        ...names.map(({ name, words, summary }) => [["holdfast", name, ...words].join(" "), summary]),
        ["holdfast help", "All commands."],
      ],
      terminal,
    ),
    "",
    ...(items.length > 0
      ? [paint.bold("Recent sessions"), ...sessionTable(items, isHere, terminal)]
      : fitting('No sessions yet. Start one: holdfast run "task", or watch: holdfast demo')),
  )
  return 0
}

const introduced = ["run", "resume", "explore", "sessions", "show", "search", "doctor", "demo"]
