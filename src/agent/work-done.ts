import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import { type Event, isKnown } from "../session/event.ts"
import { inRanges } from "../session/fold.ts"
import type { Done } from "../session/state.ts"
import { isWithin } from "../tools/workspace.ts"
import { acts } from "../workflow/completion/command.ts"
import type { FileText, WorkAction } from "../workflow/completion/input.ts"
import { droppedItems } from "../workflow/done.ts"
import { shownPath } from "./shown-path.ts"
import type { Work } from "./work.ts"

const bounds = { files: 64, bytes: 262_144 } as const

/** What the log tells of the work on a task, and the files as they are. */
export type WorkDone = {
  actions: WorkAction[]
  /** What the model said without a tool call, oldest first; the newest is the one that is judged. */
  answers: string[]
  dropped: string[]
  texts: FileText[]
}

/** Reads what was done since the task was defined, on the live branch. */
export async function workDone(done: Done, work: Work): Promise<WorkDone> {
  const events: Event[] = []
  for await (const event of work.store.read(work.lease.session, { after: done.definedAt })) {
    if (isKnown(event) && inRanges(work.state.live, event.seq)) events.push(event)
  }
  const calls = new Map<string, Call>()
  const actions: WorkAction[] = []
  const answers: string[] = []
  for (const event of events) {
    if (event.type === "tool.called") calls.set(event.data.call, event.data)
    if (event.type === "tool.finished") actions.push(actionOf(event, calls.get(event.data.call), work))
    // Only what was said in this turn, of the files as they are, can repeat itself.
    if (event.type === "turn.started" || changesFiles(event)) answers.length = 0
    if (event.type === "model.answered" && !event.data.calls?.length) answers.push(event.data.text)
  }
  return { actions, answers, dropped: droppedIn(events), texts: await textsOf(events, work) }
}

function changesFiles({ type, data }: Event): boolean {
  return type === "tool.finished" && data.changed.some(({ aside }) => !aside)
}

type Call = Event<"tool.called">["data"]

function actionOf({ seq, data }: Event<"tool.finished">, call: Call | undefined, { state }: Work): WorkAction {
  const args: Record<string, unknown> = call?.arguments ?? {}
  const named = ["path", "file_path", "file"].flatMap((name) => (typeof args[name] === "string" ? [args[name]] : []))
  const shown = (path: string) => shownPath(state.log.workspace, path)
  const command = typeof args.command === "string" ? args.command : null
  return {
    seq,
    tool: call?.name ?? "",
    status: data.status,
    paths: [...new Set([...named, ...data.changed.map(({ path }) => path)].map(shown))],
    command,
    exitCode: data.exitCode ?? null,
    changed: data.changed
      .filter(({ aside }) => !aside)
      .map(({ path, before, after }) => ({ path: shown(path), before, after })),
    // Outside of git nobody knows what any command changed; of a look or a check nobody thinks that it did.
    uncovered: data.uncovered !== undefined && (command === null || acts(command)),
  }
}

/** Items that were open when the model's list lost them, and were never put back. What a new plan leaves out is not lost. */
function droppedIn(events: readonly Event[]): string[] {
  let before: Done["items"] = []
  let dropped: { id: string; text: string }[] = []
  let planned = false
  for (const { type, data } of events) {
    if (type === "workflow.artifact-written" && data.artifact === "plan") planned = true
    if (type !== "done.changed" || !data.items) continue
    const now = new Set(data.items.map(({ id }) => id))
    const lost = planned ? [] : droppedItems(before, data.items)
    dropped = [...dropped, ...lost].filter(({ id }) => !now.has(id))
    before = data.items
    planned = false
  }
  return [...new Set(dropped.map(({ text }) => text))]
}

/** The files that were changed, as they were before the work and as they are now; without those that are too long. */
async function textsOf(events: readonly Event[], { store, state, places }: Work): Promise<FileText[]> {
  const first = new Map<string, string | null | undefined>()
  for (const event of events) {
    if (event.type === "tool.started") {
      for (const { path, preImage, before } of event.data.files ?? []) {
        // Memory and notepad are no part of the work.
        if (!first.has(path) && !isWithin(path, places.notes)) first.set(path, before === null ? null : preImage?.blob)
      }
    }
    if (event.type !== "tool.finished") continue
    for (const { path, preImage, before, aside } of event.data.changed) {
      if (!aside && !first.has(path)) first.set(path, before === null ? null : preImage?.blob)
    }
  }
  const read = await Promise.all(
    [...first].slice(-bounds.files).map(async ([path, blob]) => {
      const before = blob === undefined ? undefined : blob === null ? null : textIn(await store.blob(blob))
      const after = await textAt(isAbsolute(path) ? path : join(state.log.workspace, path))
      const shown = shownPath(state.log.workspace, path)
      return before === undefined || after === undefined ? [] : [{ path: shown, before, after }]
    }),
  )
  return read.flat()
}

async function textAt(path: string): Promise<string | null | undefined> {
  // Without waiting: what has become a pipe since would never be opened.
  const opened = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const file = await opened.catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? null : undefined))
  if (!file) return file
  try {
    const stats = await file.stat()
    return stats.isFile() && stats.size <= bounds.bytes ? textIn(await file.readFile()) : undefined
  } finally {
    await file.close()
  }
}

function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.length > bounds.bytes || bytes.includes(0)) return undefined
  return Buffer.from(bytes).toString("utf8")
}
