import { callFor } from "../zoo/call.ts"
import type { Reply } from "../zoo/mind.ts"
import { startModelServer } from "../zoo/model-server.ts"
import { mostRequests } from "../zoo/server.ts"
import { readTalk, type Talk } from "../zoo/talk.ts"
import type { Turn } from "./task.ts"

type Message = { role: string; content?: unknown }

/** What the model does in a turn. */
export type Part = Pick<Turn, "words" | "steps" | "closing">

type Played = {
  model: string
  workspace: string
  /** Called with each text for the model that is neither the task nor a result, when it arrives. */
  received(text: string): void
}

/**
 * A server whose model makes its calls one answer after the other, then says its closing words; and says them again
 * whatever it is asked after them, for there is nothing else to say.
 */
export async function startHonestServer({ model, workspace, received }: Played) {
  let part: Part = { words: "", steps: [], closing: "" }
  const seen = { requests: 0, commands: [] as string[] }
  const known = new Set<string>()
  const tooOften = new AbortController()
  const server = await startModelServer({
    model,
    contextWindow: 200_000,
    answer(body) {
      if (++seen.requests > mostRequests) tooOften.abort()
      const messages = messagesOf(body, part.words)
      const talk = readTalk({ ...body, messages }, seen.requests, part.words)
      for (const text of injectedIn(messages, part.words)) {
        if (known.has(text)) continue
        known.add(text)
        received(text)
      }
      return { reply: talk.form === "none" ? { text: part.words } : replyTo(talk), form: talk.form }
    },
  })

  function replyTo(talk: Talk): Reply {
    const answers = talk.exchanges.filter(({ acts }) => acts.length > 0).length
    const step = part.steps[answers]
    if (step === undefined) return { text: part.closing }
    const intentions = "do" in step ? [step] : step
    seen.commands.push(...intentions.flatMap((one) => (one.do === "run" ? [one.command] : [])))
    return { calls: intentions.flatMap((one) => callFor(one, talk, workspace) ?? []) }
  }

  return {
    url: server.url,
    seen,
    got: server.got,
    tooOften: tooOften.signal,
    close: server.close,
    /** The next message of a person. */
    begin(next: Part) {
      part = next
    },
  }
}

/** The messages from that of the person on, which a push-back may quote later; the instructions too. */
function messagesOf(body: Record<string, unknown>, words: string): Message[] {
  const all = (Array.isArray(body.messages) ? body.messages : []) as Message[]
  const start = all.findIndex((message) => message.role === "user" && textOf(message).includes(words))
  return all.filter(({ role }, index) => index >= start || role === "system" || role === "developer")
}

/** What an agent says to the model beside the task and the results of calls. */
function injectedIn(messages: readonly Message[], words: string): string[] {
  return messages
    .filter((message) => message.role === "user" && !/^\[(Result|Error) of /.test(textOf(message)))
    .map((message) => textOf(message).replace(words, ""))
    .filter((text) => text.trim() !== "")
}

function textOf({ content }: Message): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content.map((part: { text?: unknown }) => (typeof part?.text === "string" ? part.text : "")).join("\n")
}
