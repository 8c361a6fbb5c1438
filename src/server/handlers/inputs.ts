import { answerAsk } from "../../agent/answer-ask.ts"
import { keyedEvents } from "../../agent/once.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import type { Input } from "../../session/state.ts"
import { modelHere } from "../../session/view/model.ts"
import type { Store } from "../../store/contract.ts"
import type { inputEndpoints } from "../contract/inputs.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { toldBy } from "../told.ts"

export function inputHandlers(house: House): Handlers<keyof typeof inputEndpoints> {
  const { store, agent, conductor } = house
  /** Sees to it that what was said is taken up. It is in the log by then: whatever happens here, it is not lost. */
  const woken = <T>(session: string, said: T): T => {
    conductor.wake(session)
    return said
  }

  return {
    async "POST /api/sessions/:id/inputs"({ params: { id }, body, request }) {
      refuseEmpty(body)
      await refuseWithoutModel(house, id, request.key)
      const { text, attachments, kind, turn, require } = body
      const input = {
        text,
        kind,
        ...(attachments ? { attachments } : {}),
        ...(kind === "interrupt" && turn !== undefined ? { turn } : {}),
        ...(require ? { require } : {}),
      }
      const said = await agent.send(id, input, toldBy(request)).catch(async (error: unknown) => {
        throw isHoldfastError(error) && error.code === "stopped" ? await notAccepted(store, id, turn) : error
      })
      return { ...woken(id, said), ...(await standing(store, id, said)) }
    },

    async "PATCH /api/sessions/:id/inputs/:input"({ params, body, request }) {
      refuseEmpty(body)
      const { text, attachments } = body
      const change = { text, ...(attachments ? { attachments } : {}) }
      return { seq: await agent.edit(params.id, params.input, change, toldBy(request)) }
    },

    async "DELETE /api/sessions/:id/inputs/:input"({ params, request }) {
      const { id, input } = params
      const seq = await agent.withdraw(id, input, toldBy(request)).catch(async (error: unknown) => {
        throw isHoldfastError(error) && error.code === "illegal" ? await notWaiting(store, id, input) : error
      })
      return { seq }
    },

    async "POST /api/sessions/:id/cancel"({ params: { id }, body, request }) {
      const { turn, reason } = body
      const wanted = { ...(turn === undefined ? {} : { turn }), ...(reason === undefined ? {} : { reason }) }
      const cancelled = await agent.cancel(id, { ...wanted, ...toldBy(request) })
      if (!cancelled) refuseKey(request.key, "stop")
      return woken(id, cancelled ?? { seq: null, turn: null, withdrawn: null })
    },

    async "POST /api/sessions/:id/resume"({ params: { id }, body: { skip = false }, request }) {
      await refuseWithoutModel(house, id, request.key)
      const seq = await agent.resume(id, { skip, ...toldBy(request) })
      if (seq === null) refuseKey(request.key, "resume")
      return woken(id, { seq })
    },

    async "POST /api/sessions/:id/compact"({ params: { id }, body, request }) {
      const { focus, keep } = body
      const wanted = { ...(focus ? { focus } : {}), ...(keep === undefined ? {} : { keep }) }
      return woken(id, { seq: await agent.compact(id, { ...wanted, ...toldBy(request) }) })
    },

    async "POST /api/sessions/:id/asks/:ask"({ params: { id, ask }, body, request }) {
      const { seq, lasting } = await answerAsk(house, id, ask, body, toldBy(request))
      if (lasting === undefined) return woken(id, { seq })
      return woken(id, { seq, rule: lasting && { allow: lasting.rule, file: lasting.file } })
    },
  }
}

// What was not done leaves nothing in the log to know it by: the same key, tried again, would hit what came later.
function refuseKey(key: string | undefined, what: "stop" | "resume"): void {
  if (key === undefined) return
  throw new HoldfastError("illegal", `There is nothing to ${what} here, and nothing was done.`)
}

function refuseEmpty({ text, attachments = [] }: { text: string; attachments?: readonly unknown[] | undefined }): void {
  if (text.trim() !== "" || attachments.length > 0) return
  throw new HoldfastError("invalid", "The input is empty. Write something, or attach a file.")
}

/** How the input stood when it was accepted: the same for whoever asks again. */
async function standing(store: Store, session: string, { input, seq }: { input: string; seq: number }) {
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

// There is nothing to steer: it waits for its turn like any other.
const withoutTurn: Partial<Record<Input["kind"], Input["kind"]>> = { steer: "queue" }

const becomes: Readonly<Record<string, "taken up" | "taken back" | "accepted">> = {
  "input.consumed": "taken up",
  "input.withdrawn": "taken back",
  "input.accepted": "accepted",
}

/** Says what became of an input that does not wait: whoever lost the answer to it does not know whether it ever arrived. */
async function notWaiting(store: Store, session: string, input: string): Promise<HoldfastError> {
  const became = await becameOf(store, session, input)
  const message =
    became === null
      ? `Input ${input} is not here: it never arrived.`
      : `Input ${input} does not wait any more: it was ${became}.`
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
  const message = `Turn ${turn} has ended already: there is nothing to interrupt. The text was not accepted: send it, or interrupt the turn that is open.`
  return new HoldfastError("stopped", message, { details: { accepted: false, turn, open } })
}

/** Refuses what no model would work on. A repeated intent is answered as the first time, whatever models there are now. */
async function refuseWithoutModel({ store, models }: House, session: string, key?: string): Promise<void> {
  if (await hasModel(store, session)) return
  const { model, several } = await models.found()
  if (model !== null) return
  if (key !== undefined && (await keyedEvents(store, session, key)).length > 0) return
  throw new HoldfastError("no-model", "No model chosen. Choose a model for this session, then send again.", {
    details: { several },
  })
}

/** A damaged session is left to the append, which refuses it and records why. */
async function hasModel(store: Store, session: string): Promise<boolean> {
  const { foreignThrough } = await store.row(session)
  try {
    return modelHere(await store.state(session), foreignThrough) !== null
  } catch (error) {
    if (isHoldfastError(error) && error.code === "damaged") return true
    throw error
  }
}
