import { clip } from "../../base/clip.ts"
import type { ContextMessage } from "../../session/view/context.ts"

/** What the model is asked for the notes of a summary. The rest of the summary is written by code. */
export function compactPrompt(given: {
  task: string
  notes: string
  focus: string | null
  removed: readonly ContextMessage[]
  /** How long the message may be, and how long the notes. */
  characters: number
  notesCharacters: number
}): { instructions: string; message: string } {
  const { task, notes, focus, removed, characters, notesCharacters } = given
  const head = [
    `The task:\n${clip(task, Math.floor(characters / 8))}`,
    ...(notes === "" ? [] : [`Your notes so far:\n${clip(notes, Math.floor(characters / 3))}`]),
    ...(focus === null ? [] : [`Keep above all what is about: ${clip(focus, 1_000)}`]),
  ]
  const room = characters - head.join("\n\n").length
  const words = Math.max(40, Math.floor(notesCharacters / 7))
  return {
    instructions: `${instructions}\n- At most ${words} words.`,
    message: [...head, `What was said and done since, and is left out now:\n${conversationWithin(removed, room)}`].join(
      "\n\n",
    ),
  }
}

const instructions = `The conversation below is about to be left out of your context. Write the notes that you need to go on with the task without it.
- Write short lines, one fact each: decisions and why, what was found out, what was tried and failed, names, numbers and places that are needed again, and what comes next.
- Keep every line of your notes so far that still holds. Do not repeat the task.
- Write only what the conversation says. Answer with the notes alone: no heading, no greeting, no tool call.`

/** The messages as text; each is cut to its share where there is not room for all of all, the newest are cut last. */
function conversationWithin(removed: readonly ContextMessage[], characters: number): string {
  const whole = removed.map((message) => messageText(message))
  const share = Math.max(120, Math.floor(characters / Math.max(1, whole.length)))
  let left = characters
  const kept: string[] = []
  for (const [index, text] of whole.entries().toArray().reverse()) {
    const rest = share * index
    const clipped = clip(text, Math.max(share, left - rest))
    left -= clipped.length + 1
    if (left < 0) break
    kept.unshift(clipped)
  }
  return kept.join("\n")
}

function messageText(message: ContextMessage): string {
  switch (message.role) {
    case "user":
      return `${message.input === undefined ? "Note" : "Person"}: ${message.text}`
    case "assistant":
      return [
        ...(message.text === "" ? [] : [`You: ${message.text}`]),
        ...message.calls.map(({ name, arguments: given }) => `You called ${name} ${clip(JSON.stringify(given), 400)}`),
      ].join("\n")
    case "tool":
      return `Result (${message.status}): ${clip(message.text, 1_000)}`
    default:
      return message satisfies never
  }
}
