import { projectOf } from "../../agent/project.ts"
import type { Run } from "../commands/form.ts"
import { commands } from "../commands.ts"
import { tagline } from "../help.ts"
import { belongsTo } from "../own-sessions.ts"
import { sessionTable } from "../session-table.ts"
import { withStore } from "../store.ts"
import { pad } from "../text/width.ts"
import { ownVersion } from "../version.ts"
import { rowsForPrograms } from "./sessions.ts"

const recent = 8
const column = 30

/** Without a command: what there is to do, and what was done last. */
export const run: Run = async (_args, terminal) => {
  const { items } = await withStore("look", async (store) => (await store?.list({ limit: recent })) ?? { items: [] })
  const isHere = belongsTo(projectOf())
  if (terminal.json) {
    await terminal.printJson({ version: ownVersion(), sessions: rowsForPrograms(items, isHere) })
    return 0
  }
  const { paint } = terminal
  const names = commands.filter(({ name }) => introduced.includes(name))
  await terminal.print(
    paint.bold(tagline),
    "",
    ...names.map(
      ({ name, words, summary }) => `  ${paint.cyan(pad(["holdfast", name, ...words].join(" "), column))} ${summary}`,
    ),
    `  ${paint.cyan(pad("holdfast help", column))} All commands.`,
    "",
    ...(items.length > 0
      ? [paint.bold("Recent sessions"), ...sessionTable(items, isHere, terminal)]
      : ['No sessions yet. Begin one with: holdfast run "what to do"   or watch: holdfast demo']),
  )
  return 0
}

const introduced = ["run", "resume", "explore", "sessions", "show", "search", "doctor", "demo"]
