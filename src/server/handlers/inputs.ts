import { answerAsk } from "../../agent/sessions/answer-ask.ts"
import { keyedEvents } from "../../agent/sessions/idempotent-intent.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { Input } from "../../session/state.ts"
import { modelHere } from "../../session/view/model-here.ts"
import type { Store } from "../../store/contract.ts"
import type { inputEndpoints } from "../contract/inputs.ts"
import type { Handlers } from "../handler.ts"
import { intentMeta } from "../http/intent-meta.ts"
import type { ServerContext } from "../server-context.ts"

export function inputHandlers(server: ServerContext): Handlers<keyof typeof inputEndpoints> {
  const { store, agent, conductor } = server
  /**
   * Wakes the driver of a session after an intent. The intent is in the log already, so a failure here loses nothing.
   */
  const woken = <T>(session: string, said: T): T => {
    conductor.wake(session)
    return said
  }

  return {
    async "POST /api/sessions/:id/inputs"({ params: { id }, body, request }) {
      refuseEmpty(body)
      await refuseWithoutModel(server, id, request.key)
      const { text, attachments, kind, turn, require } = body
      const input = {
        text,
        kind,
        ...(attachments ? { attachments } : {}),
        ...(kind === "interrupt" && turn !== undefined ? { turn } : {}),
        ...(require ? { require } : {}),
      }
      const said = await agent.send(id, input, intentMeta(request)).catch(async (error: unknown) => {
        throw isHoldfastError(error) && error.code === "stopped" ? await notAccepted(store, id, turn) : error
      })
      return { ...woken(id, said), ...(await queuedInput(store, id, said)) }
    },

    async "PATCH /api/sessions/:id/inputs/:input"({ params, body, request }) {
      refuseEmpty(body)
      const { text, attachments } = body
      const change = { text, ...(attachments ? { attachments } : {}) }
      return { seq: await agent.edit(params.id, params.input, change, intentMeta(request)) }
    },

    async "DELETE /api/sessions/:id/inputs/:input"({ params, request }) {
      const { id, input } = params
      const seq = await agent.withdraw(id, input, intentMeta(request)).catch(async (error: unknown) => {
        throw isHoldfastError(error) && error.code === "illegal" ? await notWaiting(store, id, input) : error
      })
      return { seq }
    },

    async "POST /api/sessions/:id/cancel"({ params: { id }, body, request }) {
      const { turn, reason } = body
      const wanted = { ...(turn === undefined ? {} : { turn }), ...(reason === undefined ? {} : { reason }) }
      const cancelled = await agent.cancel(id, { ...wanted, ...intentMeta(request) })
      if (!cancelled) refuseKey(request.key, "stop")
      return woken(id, cancelled ?? { seq: null, turn: null, withdrawn: null })
    },

    async "POST /api/sessions/:id/resume"({ params: { id }, body: { skip = false }, request }) {
      await refuseWithoutModel(server, id, request.key)
      const seq = await agent.resume(id, { skip, ...intentMeta(request) })
      if (seq === null) refuseKey(request.key, "resume")
      return woken(id, { seq })
    },

    async "POST /api/sessions/:id/compact"({ params: { id }, body, request }) {
      const { focus, keep } = body
      const wanted = { ...(focus ? { focus } : {}), ...(keep === undefined ? {} : { keep }) }
      return woken(id, { seq: await agent.compact(id, { ...wanted, ...intentMeta(request) }) })
    },

    async "POST /api/sessions/:id/asks/:ask"({ params: { id, ask }, body, request }) {
      const { seq, lasting } = await answerAsk(server, id, ask, body, intentMeta(request))
      if (lasting === undefined) return woken(id, { seq })
      return woken(id, { seq, rule: lasting && { allow: lasting.rule, file: lasting.file } })
    },
  }
}

// A no-op leaves no event that a retry with the same key could be recognized by: it would act on later work.
function refuseKey(key: string | undefined, what: "stop" | "resume"): void {
  if (key === undefined) return
  throw new HoldfastError("illegal", `There is nothing to ${what}. Nothing was changed.`)
}

function refuseEmpty({ text, attachments = [] }: { text: string; attachments?: readonly unknown[] | undefined }): void {
  if (text.trim() !== "" || attachments.length > 0) return
  throw new HoldfastError("invalid", "The input is empty. Write something, or attach a file.")
}

/** The input's state when it was accepted, so that a retry gets the same answer. */
async function queuedInput(store: Store, session: string, { input, seq }: { input: string; seq: number }) {
  const { turn, inputs } = (await store.state(session, { at: seq })).log
  const place = inputs.waiting.findIndex((waiting) => waiting.input === input)
  const kind = inputs.waiting[place]?.kind ?? "send"
  return {
    kind: turn ? kind : (withoutTurn[kind] ?? kind),
    turn: turn?.id ?? null,
    waits: turn !== null || inputs.held || place > 0,
    held: inputs.held,
  }
}

// No open turn to steer: queued like any other input.
const withoutTurn: Partial<Record<Input["kind"], Input["kind"]>> = { steer: "queue" }

const becomes: Readonly<Record<string, "taken up" | "taken back" | "accepted">> = {
  "input.consumed": "taken up",
  "input.withdrawn": "taken back",
  "input.accepted": "accepted",
}

/** Says what happened to an input that is no longer waiting: a client that lost the response cannot know. */
async function notWaiting(store: Store, session: string, input: string): Promise<HoldfastError> {
  const became = await becameOf(store, session, input)
  const message =
    became === null ? `Input ${input} is not here: it never arrived.` : `Input ${input} is no longer queued: ${became}.`
  return new HoldfastError("illegal", message, { details: { input, became } })
}

async function becameOf(store: Store, session: string, input: string): Promise<string | null> {
  for await (const event of store.read(session, { reverse: true, onDamage: () => undefined })) {
    const became = becomes[event.type]
    if (became && (event.data as { input?: unknown }).input === input) return became
  }
  return null
}

async function notAccepted(store: Store, session: string, turn: string | undefined): Promise<HoldfastError> {
  const open = (await store.state(session)).log.turn?.id ?? null
  const message = `Turn ${turn} has already ended, so there is nothing to interrupt. The text was not accepted: send it, or interrupt the open turn.`
  return new HoldfastError("stopped", message, { details: { accepted: false, turn, open } })
}

/** Refuses input for a session without a usable model. A repeated request gets its first answer regardless. */
async function refuseWithoutModel({ store, models }: ServerContext, session: string, key?: string): Promise<void> {
  if (await hasModel(store, session)) return
  const { model, several } = await models.found()
  if (model !== null) return
  if (key !== undefined && (await keyedEvents(store, session, key)).length > 0) return
  throw new HoldfastError("no-model", "No model chosen. Choose a model for this session, then send again.", {
    details: { several },
  })
}

/** Damaged sessions and those of a newer Holdfast pass: the append refuses them with the reason. */
async function hasModel(store: Store, session: string): Promise<boolean> {
  const { foreignThrough } = await store.row(session)
  try {
    const state = await store.state(session)
    return state.log.newer !== null || modelHere(state, foreignThrough) !== null
  } catch (error) {
    if (isHoldfastError(error) && error.code === "damaged") return true
    throw error
  }
}
