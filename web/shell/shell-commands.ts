import * as actions from "../live/actions.ts"
import type { Command, CommandContext } from "../live/commands.ts"
import { openDialog } from "../live/dialogs.ts"
import { views } from "../live/live.ts"
import { go, routeNow } from "../live/page-route.ts"
import { renaming } from "../live/renaming.ts"
import { rows } from "../live/rows.ts"
import { theme } from "../live/theme.ts"
import { texts } from "../texts.ts"
import { focusMessage } from "./focus-message.ts"
import { toggleInspector, toggleSessions } from "./pane-buttons.tsx"

const { commands: words, menu } = texts.shell

/** The current command context. */
export function contextNow(argument = ""): CommandContext {
  const { session } = routeNow()
  return {
    session,
    row: session ? rows.get().get(session) : undefined,
    state: session ? views.get().get(session)?.state : undefined,
    argument,
  }
}

const isAtSession = ({ session }: CommandContext) => session !== null
const hasSession = ({ session, state }: CommandContext) => session !== null && state !== undefined
const canChange = ({ row, state }: CommandContext) =>
  state !== undefined && state.log.newer === null && row !== undefined && row.damage === null
const isResting = (context: CommandContext) => canChange(context) && context.state?.log.turn === null
const isBusy = (context: CommandContext) => canChange(context) && context.state?.log.turn !== null

/** A command for the shown session. */
const onSession =
  (run: (id: string, context: CommandContext) => void): Command["run"] =>
  (context) => {
    if (context.session !== null) run(context.session, context)
  }

const pageCommands: readonly Command[] = [
  {
    id: "palette",
    name: words.palette,
    group: "go",
    keys: ["mod+k"],
    run: () => openDialog({ kind: "palette" }),
  },
  {
    id: "new-session",
    name: texts.shell.newSession,
    group: "go",
    keys: ["n"],
    slash: { name: "new" },
    run: () => openDialog({ kind: "new-session" }),
  },
  { id: "start", name: texts.shell.start, group: "go", run: () => go({}) },
  { id: "next-session", name: words.nextSession, group: "go", keys: ["alt+arrowdown"], run: () => goBeside(1) },
  { id: "previous-session", name: words.previousSession, group: "go", keys: ["alt+arrowup"], run: () => goBeside(-1) },
  { id: "toggle-sessions", name: words.toggleSessions, group: "page", keys: ["mod+b"], run: toggleSessions },
  {
    id: "settings",
    name: menu.settings,
    group: "page",
    keys: ["mod+,"],
    run: () => openDialog({ kind: "settings" }),
  },
  {
    id: "keyboard",
    name: words.keyboard,
    group: "page",
    keys: ["?"],
    slash: { name: "help" },
    run: () => openDialog({ kind: "keyboard" }),
  },
  { id: "theme", name: words.theme, group: "page", words: "dark light", run: switchTheme },
]

const sessionCommands: readonly Command[] = [
  {
    id: "focus-message",
    name: words.focusMessage,
    group: "session",
    keys: ["/"],
    when: isAtSession,
    run: focusMessage,
  },
  {
    id: "toggle-inspector",
    name: words.toggleInspector,
    group: "session",
    keys: ["i"],
    when: isAtSession,
    run: toggleInspector,
  },
  {
    id: "stop",
    name: words.stop,
    group: "session",
    slash: { name: "stop" },
    when: isBusy,
    run: onSession((id, { state }) => void actions.cancel(id, state?.log.turn?.id)),
  },
  {
    id: "resume",
    name: words.resume,
    group: "session",
    slash: { name: "resume" },
    when: (context) => canChange(context) && (context.state?.branch.stop ?? context.state?.log.turn ?? null) !== null,
    run: onSession((id) => void actions.resume(id)),
  },
  {
    id: "regenerate",
    name: words.regenerate,
    group: "session",
    slash: { name: "retry" },
    when: (context) => isResting(context) && (context.state?.branch.messages ?? 0) > 0,
    run: onSession((id, { state }) => void actions.regenerate(id, state?.seq ?? 0)),
  },
  {
    id: "undo",
    name: words.undo,
    group: "session",
    slash: { name: "undo" },
    when: (context) => isResting(context) && (context.state?.branch.stop ?? null) !== null,
    run: onSession((id, { state }) => void actions.undoTurn(id, undefined, state?.seq ?? 0)),
  },
  {
    id: "compact",
    name: menu.compact,
    group: "session",
    slash: { name: "compact", argument: "what to keep in mind" },
    when: canChange,
    run: onSession((id, { argument }) => void actions.compact(id, argument || undefined)),
  },
  {
    id: "fork",
    name: menu.fork,
    group: "session",
    slash: { name: "fork" },
    when: canChange,
    run: onSession((id) => void actions.fork(id)),
  },
  {
    id: "rewind",
    name: menu.rewind,
    group: "session",
    slash: { name: "rewind" },
    when: isResting,
    run: onSession((session) => openDialog({ kind: "rewind", session })),
  },
  {
    id: "rename",
    name: menu.rename,
    group: "session",
    slash: { name: "rename", argument: "title" },
    when: canChange,
    run: onSession((id, { argument }) => (argument ? void actions.rename(id, argument) : renaming.set(id))),
  },
  {
    id: "tags",
    name: menu.tags,
    group: "session",
    when: canChange,
    run: onSession((session) => openDialog({ kind: "tags", session })),
  },
  {
    id: "pin",
    name: menu.pin,
    group: "session",
    when: (context) => canChange(context) && context.row?.pinned === false,
    run: onSession((id) => void actions.pin(id, true)),
  },
  {
    id: "unpin",
    name: menu.unpin,
    group: "session",
    when: (context) => canChange(context) && context.row?.pinned === true,
    run: onSession((id) => void actions.pin(id, false)),
  },
  {
    id: "export",
    name: menu.exportAs.markdown,
    group: "session",
    slash: { name: "export" },
    when: hasSession,
    run: onSession((id) => void actions.exportSession(id, "markdown")),
  },
  {
    id: "archive",
    name: menu.archive,
    group: "session",
    slash: { name: "archive" },
    when: (context) => canChange(context) && context.row?.archived === false,
    run: onSession((id) => void actions.archive(id, true)),
  },
  {
    id: "delete",
    name: menu.delete,
    group: "session",
    slash: { name: "delete" },
    when: (context) => hasSession(context) && context.row?.trashed === false,
    run: onSession((id) => void actions.trash(id)),
  },
]

/** The shell's commands, in the order of the palette. */
export const shellCommands: readonly Command[] = [...sessionCommands, ...pageCommands]

function switchTheme(): void {
  const isDark = theme.get() === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.get() === "dark"
  theme.set(isDark ? "light" : "dark")
}

/** Opens the previous or next session of the list. */
function goBeside(step: 1 | -1): void {
  const shown = [...document.querySelectorAll<HTMLAnchorElement>("nav a[href^='/sessions/']")]
  const ids = shown.map((link) => decodeURIComponent(new URL(link.href).pathname.slice("/sessions/".length)))
  const order = ids.length > 0 ? [...new Set(ids)] : newestFirst()
  const at = order.indexOf(routeNow().session ?? "")
  const next = order[at === -1 ? 0 : at + step]
  if (next) go({ session: next })
}

function newestFirst(): string[] {
  const listed = [...rows.get().values()].filter(({ archived, trashed }) => !archived && !trashed)
  return listed.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)).map(({ id }) => id)
}
