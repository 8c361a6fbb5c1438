import { attachment } from "../event/input.ts"
import { actor } from "../event.ts"
import { limits } from "../limits.ts"
import type { BranchState, Input, LogState } from "../state.ts"
import { firstWithin, inputWeight } from "../weight.ts"
import { fieldsOf, pushCapped, type Reducers } from "./draft.ts"

const attachmentFields = fieldsOf(attachment)
const actorFields = fieldsOf(actor)

export const inputReducers: Reducers<"input.accepted" | "input.edited" | "input.withdrawn" | "input.consumed"> = {
  "input.accepted": ({ log, branch }, event) => {
    const { seq, data } = event
    const by = actorFields(event.by)
    const kind = data.kind === "send" && log.turn && !log.turn.cancel ? "queue" : data.kind
    const attachments = (data.attachments ?? []).map(attachmentFields)
    const require = data.require ?? null
    const input: Input = { seq, input: data.input, kind, text: data.text, attachments, require, by }
    const waiting = fitting(kind === "interrupt" ? [input, ...log.inputs.waiting] : [...log.inputs.waiting, input])
    // By sending something new a person resumes a held queue.
    const held = log.inputs.held && kind !== "send" && kind !== "interrupt"
    log.inputs = { waiting, held }
    if (kind === "interrupt" && log.turn) log.turn = { ...log.turn, cancel: { seq, by, why: "superseded" } }
    if (log.title === null) log.title = titleFrom(data.text)
    branch.messages += 1
    branch.waiting = pushCapped(without(branch.waiting, data.input), data.input, limits.waitingInputs)
  },

  "input.edited": ({ log }, { data }) => {
    log.inputs = {
      ...log.inputs,
      waiting: fitting(
        log.inputs.waiting.map((input) =>
          input.input === data.input
            ? { ...input, text: data.text, attachments: data.attachments?.map(attachmentFields) ?? input.attachments }
            : input,
        ),
      ),
    }
  },

  "input.withdrawn": ({ log, branch }, { data }) => {
    settle(log, data.input)
    if (leave(branch, data.input)) branch.messages -= 1
  },

  // One that was accepted on a branch that was left is said here for the first time.
  "input.consumed": ({ log, branch }, { data }) => {
    settle(log, data.input)
    if (!leave(branch, data.input)) branch.messages += 1
  },
}

function fitting(waiting: readonly Input[]): readonly Input[] {
  return firstWithin(waiting.slice(0, limits.waitingInputs), inputWeight, limits.waitingText)
}

function settle(log: LogState, id: string): void {
  log.inputs = { ...log.inputs, waiting: log.inputs.waiting.filter(({ input }) => input !== id) }
}

/** True if the input was accepted on this branch, and so is one of its messages. */
function leave(branch: BranchState, id: string): boolean {
  const waiting = without(branch.waiting, id)
  const wasHere = waiting.length < branch.waiting.length
  branch.waiting = waiting
  return wasHere
}

const without = (ids: readonly string[], id: string) => ids.filter((other) => other !== id)

/** A title from the first input: its first line with words in it, cut at a word. */
export function titleFrom(text: string): string | null {
  const line = text
    .toWellFormed()
    .split("\n")
    .map((part) => part.replace(/\s+/g, " ").trim())
    .find((part) => /[\p{L}\p{N}]/u.test(part))
  if (!line) return null
  const characters = Array.from(line)
  if (characters.length <= titleLength) return line
  const cut = characters.slice(0, titleLength).join("")
  const space = cut.lastIndexOf(" ")
  return `${space > titleLength / 2 ? cut.slice(0, space) : cut}…`
}

const titleLength = 80
