import type { Message } from "../../models/contract.ts"
import { calibrationOf } from "../../session/context-budget.ts"
import { isHoldfastError } from "../../session/error.ts"
import { isKnown } from "../../session/event.ts"
import type { SessionState } from "../../session/state.ts"
import { isSummary } from "../../session/view/context.ts"
import { type ContextSize, contextSize } from "../../session/view/context-size.ts"
import type { Store } from "../../store/contract.ts"
import type { Preview } from "../prompt/preview.ts"
import { defaultLimits } from "../turn/limits.ts"
import { type ConversationEntry, conversation } from "./conversation.ts"
import { estimateMessages, estimateText, estimateTools } from "./estimate.ts"

/** One part of what the model is sent, in tokens as its server counts them. */
type ContextPart = { kind: "prompt" | "tools" | "messages"; name: string; tokens: number }

type CompactionSummary = { seq: number; at: string; before: number; after: number; summary: string }

/** How full the context is, and by what. */
export type ContextView = { size: ContextSize | null; parts: ContextPart[]; compactions: CompactionSummary[] }

/** What the next request would hold, by part, and how the context was made smaller so far, newest first. */
export async function contextView(
  store: Pick<Store, "read" | "blob">,
  state: SessionState,
  preview: Pick<Preview, "format" | "tools"> & { sections: readonly { name: string; text: string }[] },
): Promise<ContextView> {
  const calibration = calibrationOf(state.log.context)
  const entries = await conversation({
    store: { read: (id, options) => store.read(id, options), blob: (hash) => blobOrNothing(store, hash) },
    lease: { session: state.id },
    state,
    limits: defaultLimits,
  })
  const parts: ContextPart[] = [
    ...preview.sections.map(({ name, text }) => ({ kind: "prompt" as const, name, tokens: estimateText(text) })),
    // In a text format the instructions describe the tools.
    { kind: "tools", name: "schemas", tokens: preview.format === "native" ? estimateTools(preview.tools) : 0 },
    ...messageParts(entries),
  ]
  return {
    size: contextSize(state),
    parts: parts
      .filter(({ tokens }) => tokens > 0)
      .map(({ tokens, ...part }) => ({ ...part, tokens: Math.round(calibration * tokens) })),
    compactions: await compactionsOf(store, state.id),
  }
}

const speakers = ["summary", "person", "workflow", "answers", "results"] as const

function messageParts(entries: readonly ConversationEntry[]): ContextPart[] {
  const by = Map.groupBy(entries, speakerOf)
  return speakers.map((name) => {
    const messages: Message[] = (by.get(name) ?? []).map(({ message }) => message)
    return { kind: "messages", name, tokens: estimateMessages(messages) }
  })
}

function speakerOf({ message, seen }: ConversationEntry): (typeof speakers)[number] {
  if (message.role === "assistant") return "answers"
  if (message.role === "tool") return "results"
  if (seen && isSummary(seen)) return "summary"
  return seen?.role === "user" && seen.input !== undefined ? "person" : "workflow"
}

/** How many compactions are shown. */
const mostCompactions = 50

async function compactionsOf(store: Pick<Store, "read">, session: string): Promise<CompactionSummary[]> {
  const compactions: CompactionSummary[] = []
  for await (const event of store.read(session, { reverse: true })) {
    if (!isKnown(event) || event.type !== "context.compacted") continue
    const { tokensBefore, tokensAfter, summary } = event.data
    compactions.push({ seq: event.seq, at: event.at, before: tokensBefore, after: tokensAfter, summary })
    if (compactions.length === mostCompactions) break
  }
  return compactions
}

// An imported log may name attachments that were not imported with it.
async function blobOrNothing(store: Pick<Store, "blob">, hash: string): Promise<Uint8Array> {
  try {
    return await store.blob(hash)
  } catch (error) {
    if (isHoldfastError(error) && error.code === "not-found") return new Uint8Array()
    throw error
  }
}
