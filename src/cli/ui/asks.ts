import type { Answer } from "../../agent/agent.ts"
import { approvalView } from "../../session/view/approval.ts"
import type { TranscriptItem } from "../../session/view/transcript.ts"
import type { CliContext } from "../cli-context.ts"
import { shownAsk } from "../session/shown-ask.ts"
import type { Paint } from "../text/paint.ts"
import { type AskPanel, createAskPanel } from "./ask-panel.ts"
import type { SessionLink } from "./link/session-link.ts"
import type { Placed } from "./transcript/entries.ts"

type Ask = Extract<TranscriptItem, { kind: "ask" }>

/** The question that is open, with the panel to answer it. */
export type Asks = {
  readonly panel: AskPanel | null
  /** Follows the log: shows a new question, and drops one that another client answered. */
  update(link: SessionLink, items: readonly TranscriptItem[]): void
  clear(): void
}

export function createAsks(of: {
  context: CliContext
  paint: Paint
  note(text: string): void
  show(entries: readonly Placed[]): void
  bell(): void
  onChange(): void
  onFailure(error: unknown): void
}): Asks {
  const { context, paint, note, show, bell, onChange, onFailure } = of
  let panel: AskPanel | null = null
  /** Answered here, whether or not the log shows it yet. */
  const replied = new Set<string>()

  const answerHandler = (link: SessionLink, ask: string) => async (given: Answer) => {
    panel = null
    replied.add(ask)
    onChange()
    try {
      const said = await link.answer(ask, given)
      if (said) note(said)
    } catch (error) {
      replied.delete(ask)
      onFailure(error)
    }
  }
  const open = (link: SessionLink, item: Ask) => {
    panel = createAskPanel({ item, command: commandOf(item), paint, answer: answerHandler(link, item.ask) })
    bell()
    if (item.as === "plan") void showPlan(link, item.seq).catch(onFailure)
  }
  const showPlan = async ({ state }: SessionLink, seq: number) => {
    const { details = "" } = await shownAsk(context.store, state, seq)
    show([{ key: `plan:${seq}`, entry: { kind: "prose", text: details }, live: false }])
    onChange()
  }
  return {
    get panel() {
      return panel
    },
    update(link, items) {
      const [first] = link.state.log.asks.open
      if (first?.ask === panel?.ask || (first && replied.has(first.ask))) return
      const item = items.find((each) => each.kind === "ask" && each.ask === first?.ask)
      if (item?.kind === "ask") open(link, item)
      else if (first) return
      else panel = null
      onChange()
    },
    clear() {
      panel = null
      onChange()
    },
  }
}

const commandOf = ({ as, question, details, subject, rule }: Ask) =>
  as === "approval" ? approvalView({ question, details, subject, rule }).command : null
