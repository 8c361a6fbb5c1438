import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { DoneItem } from "../../session/event/done.ts"
import { type Event, type EventType, type ForeignEvent, isKnown } from "../../session/event.ts"
import type { Delta } from "../../session/partial.ts"
import { checkEventOf } from "../../session/view/check-event.ts"
import { failureTitle } from "../../session/view/failure-words.ts"
import { cutOffText, pushBackText, resumedText } from "../../session/view/push-back-text.ts"
import { answerWords } from "../session/answer-words.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"
import { createOpenCalls } from "./open-calls.ts"
import { purposeText } from "./purpose-text.ts"
import type { Screen } from "./screen.ts"
import { createTodoLines } from "./todo-lines.ts"
import { outcomeBody, outcomeWords } from "./tool-text.ts"
import { checkLines, liveWorkflowLines } from "./workflow-lines.ts"

export type Item = Event | ForeignEvent | Delta

/** The state before the first event: open calls and checks, the todo list and the mode. */
export type Before = {
  events: readonly Event[]
  todo: readonly DoneItem[]
  mode: WorkflowMode
}

type Narrator = {
  show(item: Item): Promise<void>
  recall(before: Before): void
  /** Prints the text held back until it was known to be the answer. */
  finish(): Promise<void>
}

/** Shows a session on a screen, from its events and deltas alone. */
export function narrator(of: {
  screen: Screen
  paint: Paint
  /** Undefined: nothing is truncated. Read at each line, because the window may be resized. */
  readonly width: number | undefined
  workspace: string
}): Narrator {
  const { screen, paint, workspace } = of
  const calls = createOpenCalls(workspace)
  const streamed = new Map<string, string>()
  const shape = {
    paint,
    get width() {
      return of.width ?? Number.POSITIVE_INFINITY
    },
  }
  const fitted = (line: string) => cut(line, shape.width)
  const todo = createTodoLines(shape)
  const steering = liveWorkflowLines(shape)
  /** Model calls whose text is not shown. */
  const silent = new Set<number>()
  /** The newest model call with an outcome. */
  let lastEnded = 0
  let model = ""
  /** The newest answer hit the length limit, and the model was sent nothing since. */
  let isCutOff = false
  let retried: { title: string; times: number } | null = null
  let held = ""

  const showBusy = () => screen.busy(calls.running())

  const delta = async ({ seq, channel, offset, text }: Delta) => {
    if (channel === "output" && calls.addOutput(seq, text)) return showBusy()
    // A late delta of an answer that was already printed in full.
    if (silent.has(seq) || seq <= lastEnded) return
    await showRetries()
    if (channel === "calls") {
      await screen.settle()
      return screen.busy({ what: `${model} asks for a tool`, since: Date.now() })
    }
    if (channel === "output") return
    const key = `${seq} ${channel}`
    const before = streamed.get(key) ?? ""
    await stream(channel, key, before.slice(0, offset) + text)
  }

  /** All retries of a call take one line. */
  const showRetries = async () => {
    if (!retried) return
    const { title, times } = retried
    retried = null
    await screen.line(paint.yellow(fitted(`! ${title}: retried ${times === 1 ? "once" : `${times} times`}`)))
  }

  /** Prints the new part of a text; a corrected text starts over on a new line. */
  const stream = async (channel: "text" | "reasoning", key: string, whole: string) => {
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

  /** Holds an answer back until the turn stops: the workflow may ask the model to continue. */
  const release = async (role: "answer" | "between") => {
    const text = held
    held = ""
    if (text !== "") await screen.said(role, text)
  }

  const checked = async (event: Event) => {
    const happened = checkEventOf(event)
    if (happened?.is !== "finished") return
    const check = calls.close(happened.key)
    if (check && happened.status !== "planned") await screen.line(...checkLines(check.what, happened, shape))
    showBusy()
  }

  const handlers: { readonly [T in EventType]?: (event: Event<T>) => Promise<void> | void } = {
    "model.asked": async ({ seq, data }) => {
      await release("between")
      await screen.settle()
      if (isCutOff && data.purpose === "turn") await screen.line(...steering.said(cutOffText))
      isCutOff = false
      model = data.model
      const again = data.attempt ? `, attempt ${data.attempt}` : ""
      const aside = purposeText(data.purpose)
      if (aside) silent.add(seq)
      screen.busy({ what: `${aside ?? `Waiting for ${oneLine(model)}`}${again}`, since: Date.now() })
    },
    "model.answered": async ({ data }) => {
      const { asked, text, reasoning } = data
      isCutOff = data.finish === "length" && (data.calls?.length ?? 0) === 0
      await showRetries()
      if (silent.delete(asked)) return screen.busy(null)
      if (reasoning && !streamed.has(`${asked} text`)) await stream("reasoning", `${asked} reasoning`, reasoning)
      if (text) await stream("text", `${asked} text`, text)
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
      // Without a retry the stop record reports it.
      if (!data.retryAt) return showRetries()
      const title = failureTitle(data)
      retried = { title, times: (retried?.times ?? 0) + 1 }
      const count = data.retry ? ` (${data.retry.number} of ${data.retry.of})` : ""
      screen.busy({ what: `${title}. Retrying${count} in`, until: Date.parse(data.retryAt) })
    },
    "model.interrupted": async ({ data: { asked, reason, text } }) => {
      await showRetries()
      if (text && !silent.delete(asked)) await stream("text", `${asked} text`, text)
      forget(asked)
      screen.busy(null)
      await screen.line(paint.yellow(fitted(interruption(reason, text))))
    },

    "tool.called": calls.called,
    "tool.started": (event) => {
      calls.started(event)
      showBusy()
    },
    "tool.finished": async (event) => {
      const { data } = event
      if (data.check) return checked(event)
      const call = calls.close(data.call)
      // Their own events have shown the result already.
      const hasOwnLines = (call?.name === "todo" || call?.name === "ask") && data.status === "ok"
      if (!call || hasOwnLines) return showBusy()
      const words = outcomeWords(data, call.edits)
      const ok = data.status === "ok"
      const room = shape.width - call.name.length - words.length - 6
      const line = `${paint[ok ? "green" : "red"](ok ? "✓" : "✗")} ${paint.cyan(call.name)} ${cut(call.what, room)}`
      // In a pipe only failures need details.
      const body = of.width === undefined && ok ? [] : outcomeBody(data, call.edits, shape)
      await screen.line(`${line}  ${ok ? paint.dim(words) : paint.red(words)}`, ...body)
      showBusy()
    },

    "done.defined": ({ data }) => (data.items ? screen.line(...todo.lines(data.items)) : undefined),
    "done.changed": ({ data }) => (data.items ? screen.line(...todo.lines(data.items)) : undefined),

    "workflow.decided": ({ data }) => screen.line(...steering.decided(data)),
    "workflow.noted": async ({ data }) => {
      if ("message" in data && data.message !== undefined) isCutOff = false
      // The answer was not final: print it before the reason.
      if (pushBackText(data) !== null) await release("between")
      await screen.line(...steering.noted(data))
    },
    "workflow.artifact-written": ({ data }) => screen.line(...steering.written(data)),
    "workflow.artifact-edited": (event) => screen.line(...steering.edited(event)),

    "done.verification-started": (event) => {
      calls.checkStarted(event)
      showBusy()
    },
    "done.verification-finished": checked,

    // Shown by the dialogue, or at the end of the turn.
    "ask.opened": () => screen.busy(null),
    "ask.answered": ({ data }) => screen.line(paint.dim(fitted(`  ${answerWords(data)}`))),

    "input.consumed": async ({ data }) => {
      isCutOff = false
      if (data.as === "steer") await screen.line(paint.dim("  Your message has reached the model."))
    },
    "turn.started": ({ data }) => {
      isCutOff = false
      if (data.done) todo.recall(data.done.items ?? [])
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
        if (event.type === "tool.called") calls.called(event)
        else if (event.type === "tool.started") calls.started(event)
        else if (event.type === "done.verification-started") calls.checkStarted(event)
      }
    },
    finish: () => release("answer"),
    async show(item) {
      if (!("type" in item)) return delta(item)
      if (!isKnown(item)) return
      const handler = handlers[item.type] as ((event: Event) => Promise<void> | void) | undefined
      await handler?.(item)
    },
  }
}

const sizes = ({ tokensBefore, tokensAfter }: { tokensBefore: number; tokensAfter: number }) =>
  `${counted(tokensBefore, "token")} are now ${tokensAfter.toLocaleString("en-US")}`

function interruption(reason: keyof typeof interruptions, text: string): string {
  const kept = text ? `; ${counted(text.length, "character")} of it are kept` : ""
  return `! the answer was ${interruptions[reason]}${kept}`
}

const interruptions = {
  cancelled: "stopped",
  superseded: "stopped",
  crashed: "interrupted by a crash",
  left: "interrupted: Holdfast shut down",
  "time-limit": "stopped by the time limit",
} as const
