import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { isHoldfastError } from "../../session/error.ts"
import { type Event, isKnown } from "../../session/event.ts"
import { contextSize } from "../../session/view/context-size.ts"
import type { Store } from "../../store/contract.ts"
import type { CliContext } from "../cli-context.ts"
import type { Terminal } from "../terminal.ts"
import { contextText } from "../text/context-text.ts"

/** Parses `/compact [focus]`; undefined for any other text. */
export function compactionIn(text: string): { focus: string | null } | null {
  const found = /^\/compact(?:\s+(?<focus>[\s\S]*))?$/.exec(text.trim())
  return found ? { focus: found.groups?.focus?.trim() || null } : null
}

/**
 * Requests compaction, and performs it if the session has no driver and no open turn; otherwise the turn's driver
 * will.
 */
export async function compactSession(
  { agent, store }: CliContext,
  { session, focus, keep = null }: { session: string; focus: string | null; keep?: number | null },
  terminal: Terminal,
): Promise<number> {
  const asked = await agent.compact(session, {
    ...(focus === null ? {} : { focus }),
    ...(keep === null ? {} : { keep }),
  })
  const open = (await store.state(session)).log.turn !== null
  if (!open) {
    await agent.drive(session, { until: ({ log }) => log.compact === null }).catch((error: unknown) => {
      if (!isHoldfastError(error) || error.code !== "owned") throw error
    })
  }
  const outcome = await outcomeOf(store, session, asked)
  const context = contextSize(await store.state(session))
  if (terminal.json) {
    await terminal.printJson({
      id: session,
      compacted: outcome?.type === "context.compacted" ? outcome.data : null,
      kept: outcome?.type === "context.kept" ? outcome.data.because : null,
      context,
    })
  } else {
    await terminal.print(...outcomeLines(outcome, session), ...contextText(context).map((line) => `Context: ${line}.`))
  }
  return 0
}

type Outcome = Event<"context.compacted"> | Event<"context.kept">

async function outcomeOf(store: Store, session: string, after: number): Promise<Outcome | null> {
  for await (const event of store.read(session, { after })) {
    if (isKnown(event) && (event.type === "context.compacted" || event.type === "context.kept")) return event as Outcome
  }
  return null
}

function outcomeLines(outcome: Outcome | null, session: string): string[] {
  if (!outcome) {
    return [
      `Compaction requested for ${shortId(session)}; it runs with the next step of its turn. Resume with: holdfast resume ${shortId(session)}`,
    ]
  }
  if (outcome.type === "context.kept") return [`Not compacted: ${oneLine(outcome.data.because)}`]
  const { removed, tokensBefore, tokensAfter } = outcome.data
  return [
    `Compacted: ${counted(removed, "message")} are now a summary; ${counted(tokensBefore, "token")} are now ${tokensAfter.toLocaleString("en-US")}.`,
  ]
}
