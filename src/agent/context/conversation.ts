import type { Message } from "../../models/contract.ts"
import type { Event, ForeignEvent } from "../../session/event.ts"
import { type ContextMessage, modelContext } from "../../session/view/context.ts"
import { bridge } from "../../workflow/plan/bridge.ts"
import { artifactTexts } from "../sessions/artifact.ts"
import { type ContextWork, contextEvents } from "./context-events.ts"

/** A message as the model gets it, and the part of the log it comes from: null for what is sent with this request only. */
export type ConversationEntry = { message: Message; seen: ContextMessage | null }

type ConversationSource = Pick<ContextWork, "store" | "state">

/** What was said so far, as the model gets it. */
export async function conversation(work: ContextWork): Promise<ConversationEntry[]> {
  const { state } = work
  const { events, leftOut } = await contextEvents(work)
  const entries = await conversationEntries(work, events)
  // Whatever is left out, the model knows what it is at.
  const task = `[Older messages are left out. The task: ${state.branch.task}]`
  const last = state.log.turn?.progress.last
  return [
    ...(leftOut ? [{ message: { role: "user", text: task }, seen: null } as const] : []),
    ...entries,
    ...(last?.outcome === "answered" && last.finish === "length"
      ? [{ message: { role: "user", text: continueText }, seen: null } as const]
      : []),
  ]
}

/** The messages that the model gets for events of the log. */
export async function conversationEntries(
  work: ConversationSource,
  events: Iterable<Event | ForeignEvent>,
): Promise<ConversationEntry[]> {
  const context = modelContext(work.state, events)
  const names = new Map(
    context
      .flatMap((message) => (message.role === "assistant" ? message.calls : []))
      .map(({ call, name }) => [call, name]),
  )
  return Promise.all(context.map(async (seen) => ({ message: await messageOf(seen, names, work), seen })))
}

const continueText = "[Your answer was cut off by the length limit. Continue exactly where it ended, in smaller parts.]"

async function messageOf(
  message: ContextMessage,
  names: ReadonlyMap<string, string>,
  work: ConversationSource,
): Promise<Message> {
  switch (message.role) {
    case "user": {
      if (message.artifacts) return { role: "user", text: await bridgeOf(work) }
      const { text, attachments = [] } = message
      const attached = await Promise.all(
        attachments.map(async (attachment) => {
          const { name, mediaType = "application/octet-stream" } = attachment
          return { name, mediaType, bytes: await bytesOf(attachment, work) }
        }),
      )
      return { role: "user", text, ...(attached.length > 0 ? { attachments: attached } : {}) }
    }
    case "assistant":
      return {
        role: "assistant",
        text: message.interrupted ? `${message.text}\n[The person stopped this answer here.]` : message.text,
        calls: message.calls,
      }
    case "tool":
      return {
        role: "tool",
        call: message.call,
        name: names.get(message.call) ?? "tool",
        text: message.text,
        failed: message.status !== "ok",
      }
    default:
      return message satisfies never
  }
}

type Attachment = NonNullable<Extract<ContextMessage, { role: "user" }>["attachments"]>[number]

/** For as long as the event that has the attachment is in memory: what it names never changes. */
const attachmentBytes = new WeakMap<Attachment, Uint8Array>()

async function bytesOf(attachment: Attachment, { store }: ConversationSource): Promise<Uint8Array> {
  const bytes = attachmentBytes.get(attachment) ?? (await store.blob(attachment.blob))
  attachmentBytes.set(attachment, bytes)
  return bytes
}

/** The brief and the plans that the work follows, in their newest versions. */
async function bridgeOf(work: ConversationSource): Promise<string> {
  const { brief, plan, verificationPlan } = await artifactTexts(work)
  return (
    bridge({
      ...(brief === null ? {} : { brief }),
      ...(plan === null ? {} : { plan }),
      ...(verificationPlan === null ? {} : { verificationPlan }),
    }) ?? ""
  )
}
