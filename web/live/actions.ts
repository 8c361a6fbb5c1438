import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf, BodyFor } from "../../src/server/contract/endpoint.ts"
import { texts } from "../texts.ts"
import { notify, notifyProblem } from "../ui/notices.ts"
import { client } from "./client.ts"
import { openIntents } from "./intent.ts"
import { newId } from "./new-id.ts"
import { post, TakenBack } from "./outbox.ts"
import { go } from "./route.ts"
import { rows, rowsAsked, takeRows } from "./rows.ts"

// Each of these tells a problem as a notice; none of them throws.

const intent = openIntents()

type Body<R extends keyof Api> = BodyFor<Api[R]>

/** What can be said about a session: its title, tags and place. */
export type Description = Body<"PATCH /api/sessions/:id">

/** The title of a session as it is said. */
export function titleOf(id: string): string {
  return rows.get().get(id)?.title ?? texts.sessions.untitled
}

/** Gives a session a title. */
export const rename = (id: string, title: string): Promise<void> => describe(id, { title }).then(nothing)

/** Sets all tags of a session. */
export const setTags = (id: string, tags: readonly string[]): Promise<void> =>
  describe(id, { tags: [...tags] }).then(nothing)

/** Pins a session to the top of the list, or lets it go. */
export const pin = (id: string, on: boolean): Promise<void> => describe(id, { pinned: on }).then(nothing)

/** Puts a session into the archive, or takes it out. */
export async function archive(id: string, on: boolean): Promise<void> {
  if (!(await describe(id, { archived: on })) || !on) return
  notify(texts.sessions.archived(titleOf(id)), {
    action: { name: texts.sessions.undo, do: () => void archive(id, false) },
  })
}

/** Moves a session to the trash, which stops it; the notice takes it back out. */
export async function trash(id: string): Promise<void> {
  if (!(await describe(id, { trashed: true }))) return
  notify(texts.sessions.trashed(titleOf(id)), { action: { name: texts.sessions.undo, do: () => void restore(id) } })
}

/** Takes a session out of the trash. */
export const restore = (id: string): Promise<void> => describe(id, { trashed: false }).then(nothing)

/** Erases a session for good. Its forks keep what they share with it where `forks` says so; else it is refused. */
export async function erase(id: string, { forks = "refuse" }: { forks?: "refuse" | "copy" } = {}): Promise<void> {
  const title = titleOf(id)
  await told(async () => {
    const query = { erase: "true", forks, force: "true" } as const
    const { receipt } = await client.call("DELETE /api/sessions/:id", { params: { id }, query, key: newId() })
    const left = receipt?.copies.filter(({ outcome }) => outcome === "left") ?? []
    const more = left.length > 0 ? ` ${texts.sessions.erasedCopies(left.map(({ path }) => path))}` : ""
    notify(texts.sessions.erased(title) + more)
  })
}

/** Describes many sessions alike. Gives the ids that took it. */
export async function batch(ids: readonly string[], change: Description): Promise<readonly string[]> {
  const done: string[] = []
  for (let at = 0; at < ids.length; at += batchAtMost) {
    const body = { ids: ids.slice(at, at + batchAtMost), change }
    const answer = await told(() => client.call("POST /api/sessions/batch", { body, key: newId() }))
    if (!answer) break
    done.push(...answer.done)
    const [first] = answer.failed
    if (first) notifyProblem(new Error(texts.sessions.batchFailed(answer.failed.length, first.message)))
  }
  return done
}

const batchAtMost = 500

/** Begins a new session from this one, at an event of it or at its end, and goes there. */
export async function fork(id: string, at?: number): Promise<void> {
  const asked = rowsAsked()
  const body = at === undefined ? {} : { at }
  const forked = await told(() =>
    intent(`fork ${id} ${at ?? ""}`, (key) =>
      client.call("POST /api/sessions/:id/fork", { params: { id }, body, key }),
    ),
  )
  if (!forked) return
  takeRows([forked.row], asked)
  go({ session: forked.id })
}

/** Where to go back to, whether files go back too, and the head that the person saw. */
export type Rewind = Omit<Body<"POST /api/sessions/:id/rewind">, "force">

/** Goes back to an earlier event of a session; what came after stays in its log. */
export async function rewind(id: string, to: Rewind): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/rewind", id, to)
  if (answer?.files) tellUndone(answer.files)
}

/** Says the last input again: the model answers anew. */
export const regenerate = (id: string, head: number): Promise<void> => rewind(id, { to: "regenerate", head })

/** Says the input that a turn began with in other words. */
export const editInput = (id: string, input: string, text: string, head: number): Promise<void> =>
  rewind(id, { to: { input, text }, head })

/** Puts files back as they were before a turn. */
export async function undoTurn(id: string, turn: string | undefined, head: number): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/undo", id, { ...(turn ? { turn } : {}), head })
  if (answer) tellUndone(answer)
}

/** Takes the newest undo back. */
export async function redoTurn(id: string, turn: string | undefined, head: number): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/undo", id, { ...(turn ? { turn } : {}), redo: true, head })
  if (answer) tellUndone(answer)
}

/** Stops the turn that the person sees. */
export const cancel = (id: string, turn?: string): Promise<void> =>
  sent("POST /api/sessions/:id/cancel", id, turn ? { turn } : {}).then(nothing)

/** Goes on with the turn that stopped or was cut off, or with the queue that is held. */
export const resume = (id: string): Promise<void> => sent("POST /api/sessions/:id/resume", id, {}).then(nothing)

/** Leaves the turn that stopped as it is, and goes on with what waits. */
export const skip = (id: string): Promise<void> =>
  sent("POST /api/sessions/:id/resume", id, { skip: true }).then(nothing)

/** Sums up older messages for the model. */
export const compact = (id: string, focus?: string): Promise<void> =>
  sent("POST /api/sessions/:id/compact", id, focus ? { focus } : {}).then(nothing)

/** Saves a session as a file of this machine. */
export async function exportSession(id: string, format: "jsonl" | "json" | "markdown"): Promise<void> {
  const link = document.createElement("a")
  link.href = `/api/sessions/${encodeURIComponent(id)}/export?format=${format}`
  // The server names the file.
  link.download = ""
  link.click()
}

/** Answers an approval or a question. */
export async function answer(id: string, ask: string, body: Body<"POST /api/sessions/:id/asks/:ask">): Promise<void> {
  await told(() => post("POST /api/sessions/:id/asks/:ask", id, { params: { id, ask }, body }).answer)
}

/** Chooses the model, the mode or the permissions of a session. */
export const configure = (id: string, body: Body<"PATCH /api/sessions/:id/configuration">): Promise<void> =>
  sent("PATCH /api/sessions/:id/configuration", id, body).then(nothing)

/** Notes up to which event a person has read a session. Said again with the next event, so a failure costs nothing. */
export async function markRead(id: string, seq: number): Promise<void> {
  if ((rows.get().get(id)?.readSeq ?? 0) >= seq) return
  await client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq } }).catch(nothing)
}

/**
 * Opens a session in a directory of the server's machine: one for the same body until there is an answer. Null where that
 * was refused, which is told.
 */
export async function openSession(body: Body<"POST /api/sessions">): Promise<string | null> {
  const asked = rowsAsked()
  const opened = await told(() =>
    intent(`open ${JSON.stringify(body)}`, (key) => client.call("POST /api/sessions", { body, key })),
  )
  if (!opened) return null
  takeRows([opened.row], asked)
  return opened.id
}

async function describe(id: string, change: Description): Promise<boolean> {
  const asked = rowsAsked()
  const before = rows.get().get(id)
  const answer = await sent("PATCH /api/sessions/:id", id, change)
  if (!answer) return false
  takeRows([answer.row], asked)
  // What a person does to a session is no news to them.
  if (before && before.readSeq === before.seq) void markRead(id, answer.seq)
  return true
}

type OnSession = Extract<
  keyof Api,
  | `POST /api/sessions/:id/${"rewind" | "undo" | "cancel" | "resume" | "compact"}`
  | `PATCH /api/sessions/:id${"" | "/configuration"}`
>

// Kept in the outbox: said without a connection, it is done once there is one.
function sent<R extends OnSession>(route: R, id: string, body: Body<R>): Promise<AnswerOf<Api[R]> | undefined> {
  return told(() => post(route, id, { params: { id }, body } as never).answer)
}

async function told<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TakenBack)) notifyProblem(error)
    return undefined
  }
}

type Undone = AnswerOf<Api["POST /api/sessions/:id/undo"]>

/** Says what an undo did, and what it left alone. */
export function tellUndone({ did, restored, left, uncovered }: Undone): void {
  const says = texts.sessions
  const first = {
    undone: () => says.undone(restored.length),
    redone: () => says.redone(restored.length),
    finished: () => says.undoFinished,
    nothing: () => says.nothingToUndo,
  }[did]()
  const rest = [
    ...(left.length > 0 ? [says.leftAlone(left.map(({ path }) => path))] : []),
    ...(uncovered.length > 0 ? [says.uncovered(uncovered)] : []),
  ]
  notify([first, ...rest].join(" "))
}

const nothing = (): void => undefined
