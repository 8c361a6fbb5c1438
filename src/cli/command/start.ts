import { projectOf } from "../../agent/configuration/project-of.ts"
import { commands } from "../command-table.ts"
import type { Run } from "../commands/command-form.ts"
import { aligned, tagline } from "../help-text.ts"
import { ownVersion } from "../program-version.ts"
import { belongsTo } from "../session/own-sessions.ts"
import { sessionTable } from "../text/session-table.ts"
import { wrap } from "../text/width.ts"
import { UsageError } from "../usage-error.ts"
import { withStore } from "../with-store.ts"
import { rowsForPrograms } from "./sessions.ts"

const recent = 8

/** Without a command: an interactive session; without a terminal, how to start and the latest sessions. */
export const run: Run = async (args, terminal) => {
  if (terminal.interactive && terminal.width !== undefined && !terminal.json) {
    const { openInteractive } = await import("../ui/open.ts")
    return openInteractive(args, terminal)
  }
  if (args.words.length > 0) {
    throw new UsageError('This is not a terminal: give a task to holdfast run "task".', "run")
  }
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
