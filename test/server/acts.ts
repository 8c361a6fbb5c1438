import { ApiProblem } from "../../src/client/client.ts"
import type { ScriptStep } from "../../src/models/script.ts"
import type { PermissionMode, WorkflowMode } from "../../src/session/event/common.ts"
import { type Event, type EventType, isKnown } from "../../src/session/event.ts"
import type { Scene } from "./scene.ts"

/** A step that streams for so long that a test can act meanwhile; whoever cancels ends it. */
export const slowly: ScriptStep = { text: "word ".repeat(2_000), chunkChars: 5, chunkDelayMs: 50 }

/** A step that asks the person. */
export const asking = (question: string, ...options: string[]): ScriptStep => ({
  toolCalls: [{ name: "ask", arguments: { question, options } }],
})

export const writing = (path: string, content: string): ScriptStep => ({
  toolCalls: [{ name: "write", arguments: { path, content } }],
})

/** The first event of a type after a seq, there already or still to come. */
export async function awaitEvent<T extends EventType>(
  { server }: Scene,
  session: string,
  type: T,
  { after = 0, fits = () => true }: { after?: number; fits?: (event: Event<T>) => boolean } = {},
): Promise<Event<T>> {
  const signal = AbortSignal.timeout(30_000)
  for await (const item of server.context.store.follow(session, { after, signal })) {
    if ("type" in item && isKnown(item) && item.type === type && fits(item as Event<T>)) return item as Event<T>
  }
  throw new Error(`no ${type} came`)
}

/** The events of a type that are in the log. */
export async function logged<T extends EventType>(
  { server }: Scene,
  session: string,
  type: T,
): Promise<Array<Event<T>["data"]>> {
  const found: Array<Event<T>["data"]> = []
  for await (const event of server.context.store.read(session)) {
    if (isKnown(event) && event.type === type) found.push((event as Event<T>).data)
  }
  return found
}

/** What a call was refused with. */
export async function refused(call: Promise<unknown>) {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ("value" in answer) throw new Error(`it was not refused: ${JSON.stringify(answer.value)}`)
  if (!(answer.error instanceof ApiProblem)) throw answer.error
  const { status, code, details, message } = answer.error
  return { status, code, details, message }
}

/** Opens a session that needs approvals as its mode says. */
export async function openAs(
  { client, workspace, script }: Scene,
  permissionMode: PermissionMode,
  steps: readonly ScriptStep[],
  settings: { mode?: WorkflowMode } = {},
): Promise<string> {
  const body = { workspace, model: script(steps), permissionMode, ...settings }
  return (await client.call("POST /api/sessions", { body })).id
}

/** Says something and waits for the stop record of the turn that it leads to. */
export async function turnOf(scene: Scene, id: string, text: string): Promise<Event<"turn.stopped">> {
  const { seq } = await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text } })
  return awaitEvent(scene, id, "turn.stopped", { after: seq })
}
