import type { DoneItem } from "../../session/event/done.ts"
import { type Event, type EventType, type ForeignEvent, isKnown } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import { shortId } from "../session-id.ts"
import type { Paint } from "../text/paint.ts"
import { counted, oneLine, plain } from "../text/plain.ts"
import { cut } from "../text/width.ts"
import type { Screen } from "./screen.ts"
import { mainArgument, outcomeBody, outcomeWords } from "./tool-text.ts"

export type Item = Event | ForeignEvent | Delta

type Call = { name: string; what: string; edits: "edit" | "other"; startedAt: number | null; said: string }

/** What was open before anything is told: calls that have no outcome yet, and the todo list. */
export type Before = { events: readonly Event<"tool.called" | "tool.started">[]; todo: readonly DoneItem[] }

type Narrator = { show(item: Item): Promise<void>; recall(before: Before): void }

/** Tells on a screen what happens in a session, from its events and deltas alone. */
export function narrator(of: {
  screen: Screen
  paint: Paint
  /** Without one nothing is cut. */
  width: number | undefined
  workspace: string
}): Narrator {
  const { screen, paint, workspace } = of
  const width = of.width ?? Number.POSITIVE_INFINITY
  const calls = new Map<string, Call>()
  const started = new Map<number, Call>()
  const streamed = new Map<string, string>()
  let todo: readonly DoneItem[] = []
  let model = ""

  const tellBusy = () => {
    const [running] = [...calls.values()].filter(({ startedAt }) => startedAt !== null)
    if (!running?.startedAt) return screen.busy(null)
    const last = running.said === "" ? "" : ` · ${running.said}`
    screen.busy({ what: `${running.name} ${running.what}${last}`, since: running.startedAt })
  }

  const delta = async ({ seq, channel, offset, text }: Delta) => {
    const running = started.get(seq)
    if (channel === "output" && running) {
      running.said = lastLine(text) || running.said
      return tellBusy()
    }
    if (channel === "calls") {
      await screen.settle()
      return screen.busy({ what: `${model} asks for a tool`, since: Date.now() })
    }
    if (channel === "output") return
    const key = `${seq} ${channel}`
    const before = streamed.get(key) ?? ""
    await tell(channel, key, before.slice(0, offset) + text)
  }

  /** Prints what is new of a text; one that was corrected begins again on a line of its own. */
  const tell = async (channel: "text" | "reasoning", key: string, whole: string) => {
    const before = streamed.get(key) ?? ""
    streamed.set(key, whole)
    if (whole.startsWith(before)) {
      if (whole.length > before.length) await screen.stream(channel, whole.slice(before.length))
      return
    }
    await screen.settle()
    await screen.stream(channel, whole)
  }

  const forget = (asked: number) => {
    for (const channel of ["text", "reasoning"]) streamed.delete(`${asked} ${channel}`)
  }

  const todoLines = (items: readonly DoneItem[]) => {
    const before = new Map(todo.map(({ id, state }) => [id, state]))
    todo = items
    const isNew = items.some(({ id }) => !before.has(id))
    const changed = isNew ? items : items.filter(({ id, state }) => before.get(id) !== state)
    return changed.map(({ state, text, activeForm }) => {
      const words = oneLine(state === "active" ? (activeForm ?? text) : text)
      return todoPaint(state, paint)(`  ${marks[state]} ${cut(words, width - 6)}`)
    })
  }

  const called = ({ data }: Event<"tool.called">) => {
    const what = mainArgument(data.arguments, workspace)
    calls.set(data.call, { name: oneLine(data.name), what, edits: "other", startedAt: null, said: "" })
  }

  const begun = ({ seq, data }: Event<"tool.started">) => {
    const call = calls.get(data.call)
    if (!call) return
    call.edits = data.files ? "edit" : "other"
    call.startedAt = Date.now()
    started.set(seq, call)
  }

  const tellers: { readonly [T in EventType]?: (event: Event<T>) => Promise<void> | void } = {
    "model.asked": ({ data }) => {
      model = data.model
      const again = data.attempt ? `, attempt ${data.attempt}` : ""
      screen.busy({ what: `Waiting for ${oneLine(model)}${again}`, since: Date.now() })
    },
    "model.answered": async ({ data }) => {
      const { asked, text, reasoning } = data
      if (reasoning && !streamed.has(`${asked} text`)) await tell("reasoning", `${asked} reasoning`, reasoning)
      if (text) await tell("text", `${asked} text`, text)
      await screen.settle()
      if (text.trim()) await screen.said(data.calls ? "between" : "answer", text)
      forget(asked)
      screen.busy(null)
    },
    "model.failed": async ({ data: { asked, message, kind, retryAt } }) => {
      forget(asked)
      screen.busy(null)
      await screen.line(paint.yellow(cut(`! ${kind}: ${oneLine(message)}`, width)))
      if (retryAt) screen.busy({ what: "Trying again in", until: Date.parse(retryAt) })
    },
    "model.interrupted": async ({ data: { asked, reason, text } }) => {
      if (text) await tell("text", `${asked} text`, text)
      forget(asked)
      screen.busy(null)
      await screen.line(paint.yellow(cut(interruption(reason, text), width)))
    },

    "tool.called": called,
    "tool.started": (event) => {
      begun(event)
      tellBusy()
    },
    "tool.finished": async ({ data }) => {
      const call = calls.get(data.call)
      calls.delete(data.call)
      // What they did was told already.
      const told = (call?.name === "todo" || call?.name === "ask") && data.status === "ok"
      if (!call || told) return tellBusy()
      const words = outcomeWords(data, call.edits)
      const ok = data.status === "ok"
      const room = width - call.name.length - words.length - 6
      const line = `${paint[ok ? "green" : "red"](ok ? "✓" : "✗")} ${paint.cyan(call.name)} ${cut(call.what, room)}`
      const body = of.width === undefined ? [] : outcomeBody(data, call.edits, { paint, width })
      await screen.line(`${line}  ${ok ? paint.dim(words) : paint.red(words)}`, ...body)
      tellBusy()
    },

    "done.defined": ({ data }) => (data.items ? screen.line(...todoLines(data.items)) : undefined),
    "done.changed": ({ data }) => (data.items ? screen.line(...todoLines(data.items)) : undefined),

    // Told by whoever asks the person, or by the end.
    "ask.opened": () => screen.busy(null),
    "ask.answered": ({ data, by }) => {
      const words = [data.answer, data.scope, data.text ?? data.choice].filter(Boolean).join(", ")
      return screen.line(paint.dim(cut(`  answered by ${oneLine(by.name)}: ${oneLine(words)}`, width)))
    },

    "input.consumed": async ({ data }) => {
      if (data.as === "steer") await screen.line(paint.dim("  what you said reaches the model with this step"))
    },
    "turn.started": ({ data }) => {
      if (data.resumes) return screen.line(paint.dim(`  takes up turn ${shortId(data.resumes)} again`))
    },
    "turn.cancel-requested": () => screen.line(paint.yellow("  cancelling …")),
    "turn.stopped": () => screen.busy(null),
    "context.compacted": ({ data }) =>
      screen.line(paint.dim(`  ${counted(data.tokensBefore, "token")} of history are now ${data.tokensAfter}`)),
  }

  return {
    recall(before) {
      todo = before.todo
      for (const event of before.events) {
        if (event.type === "tool.called") called(event)
        else begun(event)
      }
    },
    async show(item) {
      if (!("type" in item)) return delta(item)
      if (!isKnown(item)) return
      const teller = tellers[item.type] as ((event: Event) => Promise<void> | void) | undefined
      await teller?.(item)
    },
  }
}

const marks = { pending: "[ ]", active: "[>]", completed: "[x]" } as const

function todoPaint(state: DoneItem["state"], paint: Paint): (text: string) => string {
  return state === "completed" ? paint.green : state === "active" ? paint.bold : paint.dim
}

function interruption(reason: "cancelled" | "superseded" | "crashed", text: string): string {
  const kept = text ? `; ${counted(text.length, "character")} of it are kept` : ""
  return reason === "crashed" ? `! the answer was cut off by a crash${kept}` : `! the answer was stopped${kept}`
}

function lastLine(text: string): string {
  return oneLine(plain(text.slice(-2000)).trimEnd().split("\n").at(-1) ?? "")
}
