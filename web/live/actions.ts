import type { Api } from "../../src/server/contract/api.ts"
import type { AnswerOf, BodyFor } from "../../src/server/contract/endpoint.ts"
import { texts } from "../texts.ts"
import { notify, notifyProblem } from "../ui/notices.ts"
import { client } from "./api-client.ts"
import { openIntents } from "./intent.ts"
import { newId } from "./new-id.ts"
import { post, WithdrawnError } from "./outbox.ts"
import { go } from "./page-route.ts"
import { applyFetchedRows, rows, rowsTick } from "./rows.ts"

// These report problems as notices and never throw.

const intent = openIntents()

type Body<R extends keyof Api> = BodyFor<Api[R]>

/** The editable description of a session. */
export type Description = Body<"PATCH /api/sessions/:id">

export function titleOf(id: string): string {
  return rows.get().get(id)?.title ?? texts.sessions.untitled
}

export const rename = (id: string, title: string): Promise<void> => describe(id, { title }).then(nothing)

export const setTags = (id: string, tags: readonly string[]): Promise<void> =>
  describe(id, { tags: [...tags] }).then(nothing)

/** Pins or unpins a session. */
export const pin = (id: string, on: boolean): Promise<void> => describe(id, { pinned: on }).then(nothing)

/** Archives or unarchives a session. */
export async function archive(id: string, on: boolean): Promise<void> {
  if (!(await describe(id, { archived: on })) || !on) return
  notify(texts.sessions.archived(titleOf(id)), {
    action: { name: texts.sessions.undo, do: () => void archive(id, false) },
  })
}

/** Moves a session to the trash, which stops it; the notice offers Undo. */
export async function trash(id: string): Promise<void> {
  if (!(await describe(id, { trashed: true }))) return
  notify(texts.sessions.trashed(titleOf(id)), { action: { name: texts.sessions.undo, do: () => void restore(id) } })
}

/** Restores a session from the trash. */
export const restore = (id: string): Promise<void> => describe(id, { trashed: false }).then(nothing)

/** Erases a session. With `forks`, its forks get a copy of the shared events; otherwise forks make it fail. */
export async function erase(id: string, { forks = "refuse" }: { forks?: "refuse" | "copy" } = {}): Promise<void> {
  const title = titleOf(id)
  await notifyingFailure(async () => {
    const query = { erase: "true", forks, force: "true" } as const
    const { receipt } = await client.call("DELETE /api/sessions/:id", { params: { id }, query, key: newId() })
    const left = receipt?.copies.filter(({ outcome }) => outcome === "left") ?? []
    const more = left.length > 0 ? ` ${texts.sessions.erasedCopies(left.map(({ path }) => path))}` : ""
    notify(texts.sessions.erased(title) + more)
  })
}

/** Applies one description to many sessions; returns the ids that succeeded. */
export async function batch(ids: readonly string[], change: Description): Promise<readonly string[]> {
  const done: string[] = []
  for (let at = 0; at < ids.length; at += batchAtMost) {
    const body = { ids: ids.slice(at, at + batchAtMost), change }
    const answer = await notifyingFailure(() => client.call("POST /api/sessions/batch", { body, key: newId() }))
    if (!answer) break
    done.push(...answer.done)
    const [first] = answer.failed
    if (first) notifyProblem(new Error(texts.sessions.batchFailed(answer.failed.length, first.message)))
  }
  return done
}

const batchAtMost = 500

/** Forks a session, at an event or at its end, and opens the fork. */
export async function fork(id: string, at?: number): Promise<void> {
  const asked = rowsTick()
  const body = at === undefined ? {} : { at }
  const forked = await notifyingFailure(() =>
    intent(`fork ${id} ${at ?? ""}`, (key) =>
      client.call("POST /api/sessions/:id/fork", { params: { id }, body, key }),
    ),
  )
  if (!forked) return
  applyFetchedRows([forked.row], asked)
  go({ session: forked.id })
}

/** The target, whether files are restored too, and the head that the user saw. */
export type Rewind = Omit<Body<"POST /api/sessions/:id/rewind">, "force">

/** Rewinds a session; later events stay in its log. */
export async function rewind(id: string, to: Rewind): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/rewind", id, to)
  if (answer?.files) announceUndone(answer.files)
}

/** Regenerates the answer to the last input. */
export const regenerate = (id: string, head: number): Promise<void> => rewind(id, { to: "regenerate", head })

/** Edits a consumed input and rewinds to it. */
export const editInput = (id: string, input: string, text: string, head: number): Promise<void> =>
  rewind(id, { to: { input, text }, head })

/** Undoes the file changes of a turn. */
export async function undoTurn(id: string, turn: string | undefined, head: number): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/undo", id, { ...(turn ? { turn } : {}), head })
  if (answer) announceUndone(answer)
}

/** Redoes the newest undo. */
export async function redoTurn(id: string, turn: string | undefined, head: number): Promise<void> {
  const answer = await sent("POST /api/sessions/:id/undo", id, { ...(turn ? { turn } : {}), redo: true, head })
  if (answer) announceUndone(answer)
}

/** Stops the turn that the user sees. */
export const cancel = (id: string, turn?: string): Promise<void> =>
  sent("POST /api/sessions/:id/cancel", id, turn ? { turn } : {}).then(nothing)

/** Resumes the stopped or interrupted turn, or the held queue. */
export const resume = (id: string): Promise<void> => sent("POST /api/sessions/:id/resume", id, {}).then(nothing)

/** Skips the stopped turn and continues with the queue. */
export const skip = (id: string): Promise<void> =>
  sent("POST /api/sessions/:id/resume", id, { skip: true }).then(nothing)

export const compact = (id: string, focus?: string): Promise<void> =>
  sent("POST /api/sessions/:id/compact", id, focus ? { focus } : {}).then(nothing)

/** Revokes a rule that always allows something. */
export async function revokeRule(rule: string): Promise<void> {
  const revoked = await notifyingFailure(() => client.call("DELETE /api/permissions/:rule", { params: { rule } }))
  if (revoked) notify(texts.inspector.context.revoked(revoked.covers))
}

/** Downloads an export of a session. */
export async function exportSession(id: string, format: "jsonl" | "json" | "markdown"): Promise<void> {
  const link = document.createElement("a")
  link.href = `/api/sessions/${encodeURIComponent(id)}/export?format=${format}`
  // The server sets the file name.
  link.download = ""
  link.click()
}

export async function answer(id: string, ask: string, body: Body<"POST /api/sessions/:id/asks/:ask">): Promise<void> {
  await notifyingFailure(() => post("POST /api/sessions/:id/asks/:ask", id, { params: { id, ask }, body }).answer)
}

/** Sets the model, mode or permissions of a session. */
export const configure = (id: string, body: Body<"PATCH /api/sessions/:id/configuration">): Promise<void> =>
  sent("PATCH /api/sessions/:id/configuration", id, body).then(nothing)

/** Stores the read position. A failure is harmless: the next event stores it again. */
export async function markRead(id: string, seq: number): Promise<void> {
  if ((rows.get().get(id)?.readSeq ?? 0) >= seq) return
  await client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq } }).catch(nothing)
}

/**
 * Opens a session; repeated calls with the same body open one until there is an answer. Null if refused, with a
 * notice.
 */
export async function openSession(body: Body<"POST /api/sessions">): Promise<string | null> {
  const asked = rowsTick()
  const opened = await notifyingFailure(() =>
    intent(`open ${JSON.stringify(body)}`, (key) => client.call("POST /api/sessions", { body, key })),
  )
  if (!opened) return null
  applyFetchedRows([opened.row], asked)
  return opened.id
}

async function describe(id: string, change: Description): Promise<boolean> {
  const asked = rowsTick()
  const before = rows.get().get(id)
  const answer = await sent("PATCH /api/sessions/:id", id, change)
  if (!answer) return false
  applyFetchedRows([answer.row], asked)
  // The user's own actions must not mark the session as unread.
  if (before && before.readSeq === before.seq) void markRead(id, answer.seq)
  return true
}

type OnSession = Extract<
  keyof Api,
  | `POST /api/sessions/:id/${"rewind" | "undo" | "cancel" | "resume" | "compact"}`
  | `PATCH /api/sessions/:id${"" | "/configuration"}`
>

// Through the outbox, so that it also works offline, later.
function sent<R extends OnSession>(route: R, id: string, body: Body<R>): Promise<AnswerOf<Api[R]> | undefined> {
  return notifyingFailure(() => post(route, id, { params: { id }, body } as never).answer)
}

async function notifyingFailure<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WithdrawnError)) notifyProblem(error)
    return undefined
  }
}

type Undone = AnswerOf<Api["POST /api/sessions/:id/undo"]>

/** Reports what an undo restored and what it left alone. */
export function announceUndone({ did, restored, left, uncovered }: Undone): void {
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
