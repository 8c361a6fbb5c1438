import { atRequest, type Behaviour } from "../behaviour.ts"
import { type Habit, looksFailed, type Reply, type Scene } from "../mind.ts"
import { codes, codesTask, helloTask, numbersLines, numbersTask, renameTask, sumTask } from "../tasks.ts"

const refused = (status: number, message: string, headers: Record<string, string> = {}): Reply => ({
  refused: { status, body: { error: { message, type: "server_error" } }, headers },
})

/** Servers that fail before they answer. */
const failing: readonly Behaviour[] = [
  {
    name: "server-asks-to-wait",
    task: helloTask,
    habit: atRequest(1, refused(429, "Too many requests", { "retry-after": "1" })),
  },
  { name: "server-fails", task: sumTask, habit: atRequest(1, refused(500, "The model crashed")) },
  { name: "server-is-loading", task: helloTask, habit: atRequest(2, refused(503, "Loading model")) },
  {
    name: "server-hangs-up-in-the-middle",
    task: helloTask,
    habit: atRequest(1, { text: "I begin by creating the file that was asked for.", breaksAfter: 3 }),
  },
  {
    name: "server-hangs-up-in-a-call",
    task: helloTask,
    habit: (scene) => (scene.talk.request === 1 ? { ...scene.well, breaksAfter: 5 } : scene.well),
  },
]

const knowsNoTools = refused(400, "registry.ollama.ai/library/model does not support tools")

/** The most that such a model says at once, in characters. */
const mostSaid = 1600

/** Stops in the middle of what is too long. Told so, it does the work in parts. */
const stopsInACall: Habit = (scene) => {
  const { talk, task, doing, well } = scene
  const [call] = well.calls ?? []
  const [write] = task.steps
  if (write?.do !== "write") return well
  const knowsLimit = talk.exchanges.some(({ input }) => isAboutLength(input)) || isAboutLength(talk.input)
  if (!knowsLimit && call)
    return { calls: [{ ...call, arguments: call.arguments.slice(0, mostSaid) }], finish: "length" }
  const parts = [0, 1, 2, 3].map((part) => numbersLines.slice(part * 50, part * 50 + 50))
  const steps = parts.map((part, index) => {
    const content = part.join("")
    if (index === 0) return { do: "write", path: write.path, content } as const
    const last = parts[index - 1]?.at(-1) ?? ""
    return { do: "edit", path: write.path, old: last, new: `${last}${content}` } as const
  })
  const open = steps.find((_, part) => !isPartDone(scene, part))
  return open ? doing(open) : { text: task.closing }
}

const isAboutLength = (input: string) =>
  /\b(cut off|length|limit|too long|truncated|smaller|in parts|incomplete)\b/i.test(input)

/** A part is there when a call ended with its last line, and was made. */
function isPartDone({ talk }: Scene, part: number): boolean {
  const has = (written: string, line: number) => written.includes(`line ${line} of 200`)
  return talk.exchanges.some(({ acts }) =>
    acts.some(
      ({ written, result }) =>
        has(written, part * 50 + 50) && !has(written, part * 50 + 51) && result !== null && !looksFailed(result),
    ),
  )
}

/** Knows calls only as text, and makes them as it is told to. Natively it only talks. */
function withoutTools({ talk, well }: Scene): Reply {
  if (talk.form !== "native" || !well.calls) return well
  return { text: `I would use a tool here, but I do not know how. ${talk.prods > 0 ? "I still do not know how." : ""}` }
}

/** Stops in the middle of its words, and goes on where it stopped. */
const stopsInWords: Habit = ({ well, talk }) => {
  if (!well.text || well.calls) return well
  const [head, tail] = [well.text.slice(0, 20), well.text.slice(20)]
  const isStarted = talk.exchanges.at(-1)?.said.endsWith(head)
  return isStarted ? { text: tail } : { text: head, finish: "length" }
}

/** Refuses a conversation that is longer than its window. The instructions and tools are not counted. */
const overflowing =
  (most: number): Habit =>
  (scene) => {
    const { conversation, input } = scene.talk
    if (conversation.length > most) {
      const message = `This model's maximum context length is ${most / 4} tokens. However, your messages resulted in ${Math.ceil(conversation.length / 4)} tokens. Please reduce the length of the messages.`
      const error = { message, type: "invalid_request_error", code: "context_length_exceeded" }
      return { refused: { status: 400, body: { error } } }
    }
    return noting(scene, input)
  }

/** Says what it found before it goes on. What it can still see of that counts as read. */
const noting = (scene: Scene, input: string): Reply => {
  const { task, talk, doing, well } = scene
  const unseen = codes.findIndex((code) => !talk.conversation.includes(code))
  if (unseen === -1) {
    const write = task.steps.at(-1)
    return write && !scene.isDone(write) ? doing(write) : { text: task.closing }
  }
  const step = task.steps[unseen]
  const found = codes.filter((code) => input.includes(code)).map((code) => `The code of this part is ${code}.`)
  return step ? { ...doing(step), ...(found.length > 0 ? { text: found.join(" ") } : {}) } : well
}

export const serverBehaviours: readonly Behaviour[] = [
  ...failing,
  {
    name: "server-knows-no-tools",
    task: sumTask,
    habit: ({ talk, well }) => (talk.tools.length > 0 ? knowsNoTools : well),
  },
  { name: "model-without-native-tools", task: sumTask, habit: withoutTools, model: "deepseek-coder-6.7b" },
  { name: "model-with-brackets-for-tools", task: renameTask, habit: withoutTools, model: "gemma2-9b" },
  { name: "length-stop-in-a-call", task: numbersTask, habit: stopsInACall },
  { name: "length-stop-in-words", task: helloTask, habit: stopsInWords },
  { name: "window-overflows-unannounced", task: codesTask, habit: overflowing(24_000), contextWindow: null },
  { name: "window-overflows-as-announced", task: codesTask, habit: overflowing(32_000), contextWindow: 8192 },
]
