import { type ErrorCode, HoldfastError } from "./error.ts"
import type { EventData, EventType } from "./event.ts"
import { inRanges } from "./fold.ts"
import { noRoom } from "./room.ts"
import type { SessionState } from "./state.ts"
import { plannedCheck } from "./view/check-event.ts"

type Candidate<T extends EventType> = { type: T; turn?: string | undefined; data: EventData<T> }

type Refusal = { code: ErrorCode; why: string; details?: Record<string, unknown> }

type Rule<T extends EventType> = (state: SessionState, event: Candidate<T>) => Refusal | undefined

/**
 * Throws when an event does not fit the state. The fold never has to: what is illegal is refused before the append
 * (law: one reducer).
 */
export function assertLegal(state: SessionState, event: Candidate<EventType>): void {
  const refusal =
    readable(state) ??
    outOfTrash(state, event) ??
    ofOpenTurn(state, event) ??
    ruleFor(event.type)?.(state, event) ??
    roomFor(state, event)
  if (refusal) {
    throw new HoldfastError(refusal.code, `Session ${state.id} refused ${event.type}: ${refusal.why}`, {
      details: { session: state.id, type: event.type, ...refusal.details },
    })
  }
}

const rules: { readonly [T in EventType]?: Rule<T> } = {
  "session.opened": (state, { data }) =>
    data.parent?.seq === state.seq ? undefined : illegal("a session is opened once, or a copy on all that it inherits"),

  "input.accepted": (state, { data }) => {
    if (findInput(state, data.input)) return illegal(`input ${data.input} is waiting already`)
    return data.kind === "interrupt" ? namesOpenTurn(state, data.turn) : undefined
  },
  "input.edited": (state, { data }) => waits(state, data.input),
  "input.withdrawn": (state, { data }) => waits(state, data.input),
  "input.consumed": (state, { data }) => waits(state, data.input),

  "turn.started": (state, { turn }) => {
    if (!turn) return illegal("a turn needs an id")
    if (state.log.turn) return illegal(`turn ${state.log.turn.id} is open: it must stop first`)
    const open = openWork(state.log)
    if (open.length > 0) return illegal(`${open.join(", ")} must be settled first`)
    return state.branch.stop?.turn === turn ? stopped(turn) : undefined
  },
  "turn.cancel-requested": (state, { data }) =>
    data.turn === undefined && !state.log.turn ? undefined : namesOpenTurn(state, data.turn),
  "turn.resume-requested": ({ log, branch }, { data }) => {
    if (data.turn === undefined) return log.turn ? illegal(`turn ${log.turn.id} is open, and must be named`) : undefined
    if (log.turn)
      return log.turn.id === data.turn ? undefined : illegal(`turn ${log.turn.id} is open, not ${data.turn}`)
    return branch.stop?.turn === data.turn ? undefined : illegal(`turn ${data.turn} is not the one that stopped last`)
  },
  "turn.stopped": ({ log }) => {
    const open = openWork(log)
    return open.length === 0
      ? undefined
      : illegal(`${open.join(", ")} must be settled first, so that nothing that was streamed or started is lost`)
  },

  "workflow.artifact-edited": ({ branch }, { data }) => {
    const version = branch.artifacts[data.artifact]?.version ?? 0
    return version === data.from
      ? undefined
      : {
          code: "behind",
          why: `the ${data.artifact} is at version ${version}, not ${data.from}: look at it again`,
        }
  },

  "model.asked": (state) =>
    state.log.intents.model ? illegal(`the model call of seq ${state.log.intents.model.seq} is open`) : undefined,
  "model.answered": (state, { data }) => answersOpenCall(state, data.asked),
  "model.failed": (state, { data }) => answersOpenCall(state, data.asked),
  "model.interrupted": (state, { data }) => answersOpenCall(state, data.asked),

  "tool.called": (state, { data }) => {
    if (findTool(state, data.call)) return illegal(`call ${data.call} is open already`)
    return data.check && !plannedCheck(state, data.check)
      ? illegal(`attempt ${data.check.attempt} has no planned check ${data.check.check}`)
      : undefined
  },
  "tool.started": (state, { data }) => {
    const tool = findTool(state, data.call)
    if (!tool) return illegal(`call ${data.call} is not open`)
    return tool.startedAt === null ? undefined : illegal(`call ${data.call} was started at seq ${tool.startedAt}`)
  },
  "tool.finished": (state, { data }) =>
    findTool(state, data.call) ? undefined : illegal(`call ${data.call} is not open`),

  "ask.opened": (state, { data }) =>
    findAsk(state, data.ask) ? illegal(`ask ${data.ask} is open already`) : undefined,
  "ask.answered": (state, { data }) => {
    if (findAsk(state, data.ask)) return undefined
    const earlier = state.log.asks.answered.find(({ ask }) => ask === data.ask)
    if (!earlier)
      return { code: "stopped", why: `ask ${data.ask} is not open: it was never asked, or its turn has ended` }
    const who = earlier.by.device ? `${earlier.by.name} on ${earlier.by.device}` : earlier.by.name
    return {
      code: "answered",
      why: `ask ${data.ask} was already answered by ${who}: ${earlier.answer}`,
      details: { earlier },
    }
  },
  "ask.expired": (state, { data }) => (findAsk(state, data.ask) ? undefined : illegal(`ask ${data.ask} is not open`)),

  "context.compacted": (state, { data }) => {
    if (data.through >= state.seq || data.through <= (state.branch.compaction?.through ?? 0)) {
      return illegal("a compaction must stand for more than the one before and leave the newest event")
    }
    const from = data.from ?? data.through + 1
    if (from > data.through + 1) return illegal("it would leave out what comes after `through`")
    // The summary cannot hold what the model has not been given yet.
    const waiting = state.log.inputs.waiting.reduce((first, { seq }) => Math.min(first, seq), Number.POSITIVE_INFINITY)
    return waiting < from
      ? illegal(`the input of seq ${waiting} waits and would be lost to the model: say \`from: ${waiting}\``)
      : undefined
  },

  "context.trimmed": (state, { data }) =>
    data.through >= state.seq || data.through <= state.branch.trimmed
      ? illegal("it must go further than the one before and leave the newest event")
      : undefined,

  "workspace.restore-started": (state) => settled(state),
  "workspace.restored": ({ log }, { data }) =>
    log.intents.restore?.seq === data.started ? undefined : illegal(`no restore of seq ${data.started} is open`),
  "history.rewound": (state, { data }) => {
    if (data.head !== state.seq) {
      return { code: "behind", why: `the log has moved on from ${data.head} to ${state.seq}: look again` }
    }
    if (data.to >= state.seq || !inRanges(state.live, data.to)) {
      return illegal(`seq ${data.to} is not an earlier event of the live branch`)
    }
    return settled(state)
  },
}

function ruleFor(type: EventType): Rule<EventType> | undefined {
  return rules[type] as Rule<EventType> | undefined
}

function roomFor(state: SessionState, event: Candidate<EventType>): Refusal | undefined {
  const why = noRoom(state, event)
  return why === undefined ? undefined : illegal(why)
}

/** Refuses a session that a newer Holdfast has continued, before any other reason why it cannot continue here. */
export function assertReadable(state: SessionState): void {
  const refusal = readable(state)
  if (refusal)
    throw new HoldfastError(refusal.code, `Session ${state.id}: ${refusal.why}`, { details: { session: state.id } })
}

function readable({ log }: SessionState): Refusal | undefined {
  if (!log.newer) return undefined
  const { seq, type, v } = log.newer
  return {
    code: "newer",
    why: `its log was continued by a newer Holdfast (${type} v${v} at seq ${seq}): it is read-only here. Update Holdfast to continue it`,
  }
}

/** A session in the trash is not watched: it takes no more input. */
function outOfTrash({ log }: SessionState, { type }: Candidate<EventType>): Refusal | undefined {
  return log.trashed && asking.has(type) ? illegal("it is in the trash. Restore it first") : undefined
}

const asking: ReadonlySet<EventType> = new Set([
  "input.accepted",
  "input.edited",
  "turn.resume-requested",
  "context.compact-requested",
])

/** Law: end. What belongs to a turn is refused after its stop record. */
function ofOpenTurn({ log }: SessionState, event: Candidate<EventType>): Refusal | undefined {
  if (event.type === "turn.started") return undefined
  const needsTurn = event.type === "turn.stopped" || event.type === "turn.moved"
  if (event.turn === undefined) return needsTurn ? illegal("it must name its turn") : undefined
  return log.turn?.id === event.turn ? undefined : stopped(event.turn)
}

function namesOpenTurn({ log }: SessionState, turn: string | undefined): Refusal | undefined {
  if (turn === undefined) return illegal("it must name the turn that it stops")
  return log.turn?.id === turn ? undefined : stopped(turn)
}

function settled({ log }: SessionState): Refusal | undefined {
  if (log.turn) return illegal(`turn ${log.turn.id} is open: stop it first`)
  const open = openWork(log)
  return open.length > 0 ? illegal(`${open.join(", ")} must be settled first`) : undefined
}

// An ask that is open at the stop expires with its turn; what was started or streamed needs an outcome.
function openWork({ intents }: SessionState["log"]): string[] {
  return [
    ...(intents.model ? [`the model call of seq ${intents.model.seq}`] : []),
    ...intents.tools.map(({ call }) => `call ${call}`),
    ...(intents.restore ? [`the restore of seq ${intents.restore.seq}`] : []),
  ]
}

function waits(state: SessionState, input: string): Refusal | undefined {
  return findInput(state, input) ? undefined : illegal(`input ${input} is not waiting: it was consumed or withdrawn`)
}

function answersOpenCall({ log }: SessionState, asked: number): Refusal | undefined {
  return log.intents.model?.seq === asked ? undefined : illegal(`no model call of seq ${asked} is open`)
}

const findInput = ({ log }: SessionState, id: string) => log.inputs.waiting.find(({ input }) => input === id)
const findTool = ({ log }: SessionState, id: string) => log.intents.tools.find(({ call }) => call === id)
const findAsk = ({ log }: SessionState, id: string) => log.asks.open.find(({ ask }) => ask === id)
const illegal = (why: string): Refusal => ({ code: "illegal", why })
const stopped = (turn: string): Refusal => ({
  code: "stopped",
  why: `turn ${turn} is not open: it has its stop record`,
})
