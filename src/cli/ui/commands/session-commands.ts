import { forkSession } from "../../../agent/sessions/fork.ts"
import { counted } from "../../../base/amount-text.ts"
import { oneLine } from "../../../base/plain-words.ts"
import { shortId } from "../../../base/short-id.ts"
import { ago } from "../../../base/time-text.ts"
import { contextSize } from "../../../session/view/context-size.ts"
import { costOf } from "../../../session/view/cost.ts"
import { sessionsOf } from "../../session/own-sessions.ts"
import { contextText } from "../../text/context-text.ts"
import type { SessionUi } from "../session-ui.ts"
import { noSession, ofSession, type SlashCommand } from "./slash-command.ts"
import { workTreeDiff } from "./work-tree-diff.ts"

/** Looking at this session. */
export const lookCommands: readonly SlashCommand[] = [
  ofSession({ name: "why", description: "Why the last turn ended as it did" }, (id) => ["why", id]),
  ofSession({ name: "status", description: "What the session is doing" }, (id) => ["status", id]),
  {
    name: "diff",
    description: "What has changed in the work tree",
    run: async (ui) => ui.note(await workTreeDiff(ui.workspace)),
  },
  { name: "context", description: "How full the context is", run: async (ui) => ui.note(contextLine(ui)) },
  { name: "cost", description: "Tokens and cost of this session", run: async (ui) => ui.note(costLine(ui)) },
]

/** Changing this session, or opening another one. */
export const sessionCommands: readonly SlashCommand[] = [
  ofSession({ name: "undo", description: "Undo the file changes of the last turn" }, (id) => ["undo", id]),
  ofSession({ name: "redo", description: "Redo the last undo" }, (id) => ["undo", id, "--redo"]),
  ofSession({ name: "rewind", hint: "[TURNS]", description: "Go back a number of turns (1)" }, (id, words) => [
    "rewind",
    id,
    "--turns",
    words || "1",
  ]),
  { name: "fork", description: "Continue in a copy of this session", run: fork },
  { name: "sessions", description: "Open another session of this project", run: (ui) => pickSession(ui) },
  { name: "search", hint: "TEXT", description: "Search all sessions, and open one", run: search },
  ofSession({ name: "rename", hint: "TITLE", description: "Give this session a title" }, (id, words) => [
    "rename",
    id,
    ...words.split(/\s+/).filter(Boolean),
  ]),
  { name: "compact", hint: "[WHAT TO KEEP]", description: "Summarize older messages to free up context", run: compact },
  ofSession({ name: "export", hint: "[FILE]", description: "Write this session to a file" }, (id, words) => [
    "export",
    id,
    "-o",
    words || `session-${shortId(id)}.md`,
  ]),
  { name: "copy", description: "Copy the last answer", run: copy },
  { name: "clear", description: "Start a new session; this one is kept", run: (ui) => ui.startFresh() },
]

async function fork(ui: SessionUi): Promise<void> {
  if (!ui.link) return ui.note(noSession)
  const { id } = await forkSession(ui.context.store, ui.link.row.id)
  await ui.openSession(id)
  if (ui.link.row.id !== id) ui.note(`The copy is kept (${shortId(id)}): /sessions opens it.`)
}

/** Has the person choose a session of this project. */
export async function pickSession(ui: SessionUi): Promise<void> {
  const { items } = await sessionsOf(ui.context.store, ui.project)
  if (items.length === 0) return ui.note("There is no session of this project yet.")
  const choices = items.map(({ id, title, updatedAt, status }) => ({
    value: id,
    label: oneLine(title ?? "") || "(no title)",
    description: `${status === "idle" ? "" : `${status}, `}${ago(updatedAt)}, ${shortId(id)}`,
  }))
  const chosen = await ui.pick("Sessions of this project", choices)
  if (chosen) await ui.openSession(chosen)
}

/** Has the person choose one of the sessions in which something was said; the newest place of each is shown. */
async function search(ui: SessionUi, words: string): Promise<void> {
  if (words === "") return ui.note("Type what to search for: /search TEXT")
  const { items } = await ui.context.store.search({ text: words, limit: 50 })
  const newest = new Map(items.toReversed().map((hit) => [hit.session, hit]))
  if (newest.size === 0) return ui.note(`Nothing found for ${oneLine(words)}.`)
  const choices = [...newest.values()].reverse().map(({ session, title, snippet, at }) => ({
    value: session,
    label: oneLine(snippet.text),
    description: `${oneLine(title ?? "") || "(no title)"}, ${ago(at)}, ${shortId(session)}`,
  }))
  const chosen = await ui.pick(`Sessions with “${oneLine(words)}”`, choices)
  if (chosen) await ui.openSession(chosen)
}

async function compact(ui: SessionUi, words: string): Promise<void> {
  if (!ui.link) return ui.note(noSession)
  await ui.context.agent.compact(ui.link.row.id, words === "" ? {} : { focus: words })
  ui.link.driver.begin()
}

function contextLine({ link }: SessionUi): string {
  const [line] = link ? contextText(contextSize(link.state)) : []
  return line === undefined ? "No model call yet." : `Context: ${line}.`
}

function costLine({ link }: SessionUi): string {
  if (!link) return "No tokens used yet."
  const { total } = link.state.log.usage
  const cost = costOf(total)
  const price = cost === null ? "the price of this model is not known" : `$${cost.toFixed(cost < 0.01 ? 4 : 2)}`
  return `${counted(total.calls, "call")}: ${counted(total.input, "token")} in, ${total.output.toLocaleString("en-US")} out; ${price}.`
}

async function copy(ui: SessionUi): Promise<void> {
  const text = ui.lastAnswer()
  if (text === null) return ui.note("There is no answer to copy yet.")
  ui.writeClipboard(text)
  ui.note(`Copied ${counted(text.length, "character")}.`)
}
