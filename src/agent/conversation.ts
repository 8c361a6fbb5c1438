import type { Message } from "../models/contract.ts"
import type { Event, ForeignEvent } from "../session/event.ts"
import { type ContextMessage, modelContext } from "../session/view/context.ts"
import { bridge } from "../workflow/plan/bridge.ts"
import { artifactTexts } from "./artifact.ts"
import { type ContextWork, contextEvents } from "./context-events.ts"

/** A message as the model gets it, and what of the log it tells: null for what is said with this request only. */
export type Told = { message: Message; seen: ContextMessage | null }

type Telling = Pick<ContextWork, "store" | "state">

/** What was said so far, as the model gets it. */
export async function conversation(work: ContextWork): Promise<Told[]> {
  const { state } = work
  const { events, leftOut } = await contextEvents(work)
  const told = await tellAll(work, events)
  // Whatever is left out, the model knows what it is at.
  const task = `[Older messages are left out. The task: ${state.branch.task}]`
  const last = state.log.turn?.progress.last
  return [
    ...(leftOut ? [{ message: { role: "user", text: task }, seen: null } as const] : []),
    ...told,
    ...(last?.outcome === "answered" && last.finish === "length"
      ? [{ message: { role: "user", text: goOn }, seen: null } as const]
      : []),
  ]
}

/** The messages that events of the log are told as. */
export async function tellAll(work: Telling, events: Iterable<Event | ForeignEvent>): Promise<Told[]> {
  const context = modelContext(work.state, events)
  const names = new Map(
    context
      .flatMap((message) => (message.role === "assistant" ? message.calls : []))
      .map(({ call, name }) => [call, name]),
  )
  return Promise.all(context.map(async (seen) => ({ message: await told(seen, names, work), seen })))
}

const goOn = "[Your answer was cut off by the length limit. Go on exactly where it ended, in smaller parts.]"

async function told(message: ContextMessage, names: ReadonlyMap<string, string>, work: Telling): Promise<Message> {
  switch (message.role) {
    case "user": {
      if (message.artifacts) return { role: "user", text: await bridgeOf(work) }
      const { text, attachments = [] } = message
      const attached = await Promise.all(
        attachments.map(async ({ blob, name, mediaType = "application/octet-stream" }) => ({
          name,
          mediaType,
          bytes: await work.store.blob(blob),
        })),
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

/** The brief and the plans that the work follows, in their newest versions. */
async function bridgeOf(work: Telling): Promise<string> {
  const { brief, plan, verificationPlan } = await artifactTexts(work)
  return (
    bridge({
      ...(brief === null ? {} : { brief }),
      ...(plan === null ? {} : { plan }),
      ...(verificationPlan === null ? {} : { verificationPlan }),
    }) ?? ""
  )
}
