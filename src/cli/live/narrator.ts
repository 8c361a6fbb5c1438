import { counted, oneLine, plain } from "../../agent/text/plain.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { DoneItem } from "../../session/event/done.ts"
import { type Event, type EventType, type ForeignEvent, isKnown } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import { failureTitle } from "../../session/view/failure-words.ts"
import { cutOffText, pushBackText, resumedText } from "../../session/view/push-back.ts"
import { answerWords } from "../answer-words.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"
import { asideWords } from "./aside.ts"
import type { Screen } from "./screen.ts"
import { todoTeller } from "./todo-lines.ts"
import { mainArgument, outcomeBody, outcomeWords } from "./tool-text.ts"
import { checkLines, steeringTeller } from "./workflow-lines.ts"

export type Item = Event | ForeignEvent | Delta

type Call = { name: string; what: string; edits: "edit" | "other"; startedAt: number | null; said: string }

/** What was open before anything is told: calls and checks that have no outcome yet, the todo list, and the mode. */
export type Before = {
  events: readonly Event<"tool.called" | "tool.started" | "done.verification-started">[]
  todo: readonly DoneItem[]
  mode: WorkflowMode
}

type Narrator = {
  show(item: Item): Promise<void>
  recall(before: Before): void
  /** Says what was held back until it is known to be the answer. */
  finish(): Promise<void>
}

/** Tells on a screen what happens in a session, from its events and deltas alone. */
export function narrator(of: {
  screen: Screen
  paint: Paint
  /** Without one nothing is cut. Read at each line: a window may be resized. */
  readonly width: number | undefined
  workspace: string
}): Narrator {
  const { screen, paint, workspace } = of
  const calls = new Map<string, Call>()
  const started = new Map<number, Call>()
  const streamed = new Map<string, string>()
  const shape = {
    paint,
    get width() {
      return of.width ?? Number.POSITIVE_INFINITY
    },
  }
  const fitted = (line: string) => cut(line, shape.width)
  const todo = todoTeller(shape)
  const steering = steeringTeller(shape)
  /** Calls of the model whose text is not told. */
  const silent = new Set<number>()
  /** The newest call of the model that has its outcome. */
  let lastEnded = 0
  let model = ""
  /** The newest answer was cut off by the length limit, and nothing was said to the model since. */
  let isCutOff = false
  let retried: { title: string; times: number } | null = null
  let held = ""

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
    // A piece of an answer that is over comes late: its whole text was told.
    if (silent.has(seq) || seq <= lastEnded) return
    await tellRetries()
    if (channel === "calls") {
      await screen.settle()
      return screen.busy({ what: `${model} asks for a tool`, since: Date.now() })
    }
    if (channel === "output") return
    const key = `${seq} ${channel}`
    const before = streamed.get(key) ?? ""
    await tell(channel, key, before.slice(0, offset) + text)
  }

  /** However often the model had to be asked again, that is one line. */
  const tellRetries = async () => {
    if (!retried) return
    const { title, times } = retried
    retried = null
    await screen.line(paint.yellow(fitted(`! ${title}: retried ${times === 1 ? "once" : `${times} times`}`)))
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
    lastEnded = Math.max(lastEnded, asked)
    for (const channel of ["text", "reasoning"]) streamed.delete(`${asked} ${channel}`)
  }

  /** An answer is the last word only when the turn stops with it: the work may be sent back. */
  const release = async (role: "answer" | "between") => {
    const text = held
    held = ""
    if (text !== "") await screen.said(role, text)
  }

  const called = ({ data }: Event<"tool.called">) => {
    const what = mainArgument(data.arguments, workspace)
    calls.set(data.call, { name: oneLine(data.name), what, edits: "other", startedAt: null, said: "" })
  }

  const begun = ({ seq, data }: Event<"tool.started">) => {
    const call = calls.get(data.call)
    if (!call) return
    // What is noted down for later is no change of the work.
    call.edits = data.files && !/^(?:memory|notepad)_/.test(call.name) ? "edit" : "other"
    call.startedAt = Date.now()
    started.set(seq, call)
  }

  const checking = ({ seq, data }: Event<"done.verification-started">) => {
    const check: Call = { name: "check", what: data.command, edits: "other", startedAt: Date.now(), said: "" }
    calls.set(checkKey(seq), check)
    started.set(seq, check)
  }

  const tellers: { readonly [T in EventType]?: (event: Event<T>) => Promise<void> | void } = {
    "model.asked": async ({ seq, data }) => {
      await release("between")
      await screen.settle()
      if (isCutOff && data.purpose === "turn") await screen.line(...steering.said(cutOffText))
      isCutOff = false
      model = data.model
      const again = data.attempt ? `, attempt ${data.attempt}` : ""
      const aside = asideWords(data.purpose)
      if (aside) silent.add(seq)
      screen.busy({ what: `${aside ?? `Waiting for ${oneLine(model)}`}${again}`, since: Date.now() })
    },
    "model.answered": async ({ data }) => {
      const { asked, text, reasoning } = data
      isCutOff = data.finish === "length" && (data.calls?.length ?? 0) === 0
      await tellRetries()
      if (silent.delete(asked)) return screen.busy(null)
      if (reasoning && !streamed.has(`${asked} text`)) await tell("reasoning", `${asked} reasoning`, reasoning)
      if (text) await tell("text", `${asked} text`, text)
      await screen.settle()
      if (text.trim() && data.calls) await screen.said("between", text)
      else if (text.trim()) held = text
      forget(asked)
      screen.busy(null)
    },
    "model.failed": async ({ data }) => {
      await screen.settle()
      forget(data.asked)
      screen.busy(null)
      // Without a retry the end of the turn says it.
      if (!data.retryAt) return tellRetries()
      const title = failureTitle(data)
      retried = { title, times: (retried?.times ?? 0) + 1 }
      const count = data.retry ? ` (${data.retry.number} of ${data.retry.of})` : ""
      screen.busy({ what: `${title}. Retrying${count} in`, until: Date.parse(data.retryAt) })
    },
    "model.interrupted": async ({ data: { asked, reason, text } }) => {
      await tellRetries()
      if (text && !silent.delete(asked)) await tell("text", `${asked} text`, text)
      forget(asked)
      screen.busy(null)
      await screen.line(paint.yellow(fitted(interruption(reason, text))))
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
      const room = shape.width - call.name.length - words.length - 6
      const line = `${paint[ok ? "green" : "red"](ok ? "✓" : "✗")} ${paint.cyan(call.name)} ${cut(call.what, room)}`
      // In a pipe a change speaks for itself, but what failed says why.
      const body = of.width === undefined && ok ? [] : outcomeBody(data, call.edits, shape)
      await screen.line(`${line}  ${ok ? paint.dim(words) : paint.red(words)}`, ...body)
      tellBusy()
    },

    "done.defined": ({ data }) => (data.items ? screen.line(...todo.lines(data.items)) : undefined),
    "done.changed": ({ data }) => (data.items ? screen.line(...todo.lines(data.items)) : undefined),

    "workflow.decided": ({ data }) => screen.line(...steering.decided(data)),
    "workflow.noted": async ({ data }) => {
      if ("message" in data && data.message !== undefined) isCutOff = false
      // What is sent back was not the last word: it stands before the reason.
      if (pushBackText(data) !== null) await release("between")
      await screen.line(...steering.noted(data))
    },
    "workflow.artifact-written": ({ data }) => screen.line(...steering.written(data)),
    "workflow.artifact-edited": (event) => screen.line(...steering.edited(event)),

    "done.verification-started": (event) => {
      checking(event)
      tellBusy()
    },
    "done.verification-finished": async ({ data }) => {
      const check = started.get(data.started)
      calls.delete(checkKey(data.started))
      started.delete(data.started)
      if (check) await screen.line(...checkLines(check.what, data, shape))
      tellBusy()
    },

    // Told by whoever asks the person, or by the end.
    "ask.opened": () => screen.busy(null),
    "ask.answered": ({ data }) => screen.line(paint.dim(fitted(`  ${answerWords(data)}`))),

    "input.consumed": async ({ data }) => {
      isCutOff = false
      if (data.as === "steer") await screen.line(paint.dim("  Your message has reached the model."))
    },
    "turn.started": ({ data }) => {
      isCutOff = false
      const text = resumedText(data)
      if (text !== null) return screen.line(...steering.said(text))
    },
    "turn.cancel-requested": () => screen.line(paint.yellow("  Cancelling …")),
    "turn.stopped": () => {
      screen.busy(null)
      return release("answer")
    },
    "context.compacted": ({ data }) => screen.line(paint.dim(fitted(`  compacted: ${sizes(data)}`))),
    "context.trimmed": ({ data }) => screen.line(paint.dim(fitted(`  old results in short: ${sizes(data)}`))),
    "context.kept": ({ data }) => screen.line(paint.dim(fitted(`  not compacted: ${oneLine(data.because)}`))),
  }

  return {
    recall(before) {
      todo.recall(before.todo)
      steering.recall(before.mode)
      for (const event of before.events) {
        if (event.type === "tool.called") called(event)
        else if (event.type === "tool.started") begun(event)
        else checking(event)
      }
    },
    finish: () => release("answer"),
    async show(item) {
      if (!("type" in item)) return delta(item)
      if (!isKnown(item)) return
      const teller = tellers[item.type] as ((event: Event) => Promise<void> | void) | undefined
      await teller?.(item)
    },
  }
}

const sizes = ({ tokensBefore, tokensAfter }: { tokensBefore: number; tokensAfter: number }) =>
  `${counted(tokensBefore, "token")} are now ${tokensAfter.toLocaleString("en-US")}`

/** A check stands among the calls, whose ids are the model's: this is none. */
const checkKey = (seq: number) => `\n${seq}`

function interruption(reason: keyof typeof interruptions, text: string): string {
  const kept = text ? `; ${counted(text.length, "character")} of it are kept` : ""
  return `! the answer was ${interruptions[reason]}${kept}`
}

const interruptions = {
  cancelled: "stopped",
  superseded: "stopped",
  crashed: "cut off by a crash",
  left: "cut off: whoever asked was told to end",
  "time-limit": "cut off by the time limit",
} as const

function lastLine(text: string): string {
  return oneLine(plain(text.slice(-2000)).trimEnd().split("\n").at(-1) ?? "")
}
