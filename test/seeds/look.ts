import {
  completionTrace,
  ledger,
  modelContext,
  movesIn,
  permissionsHere,
  type Store,
  type TranscriptItem,
  transcript,
  why,
} from "../../src/index.ts"

/** What to look at besides the session itself. */
export type LookOptions = { search?: string }

/** Everything that the SDK shows of a session, as plain JSON. */
export async function look(store: Store, id: string, { search }: LookOptions = {}) {
  const row = await store.row(id)
  const state = await store.state(id)
  const events = await Array.fromAsync(store.read(id))
  const partials = await store.partials(id)
  const prompts = state.branch.prompts.map(async (prompt) => {
    const bodies = prompt.sections.map(async ({ blob }) => Buffer.from(await store.blob(blob)).toString())
    return { ...prompt, content: (await Promise.all(bodies)).join("") }
  })
  const seen = {
    row,
    list: (await store.list()).items.map((item) => item.id),
    state,
    events,
    partials: Object.fromEntries(partials),
    transcript: transcript(events, { partials, live: state.live }),
    context: modelContext(state, events),
    /** The last turn: how it ended, on what evidence. */
    turn: why(events, { driven: false, held: false }),
    moves: movesIn(events),
    trace: completionTrace(state.branch),
    ledger: ledger(state.branch),
    permission: permissionsHere(state, row.foreignThrough).permission,
    prompts: await Promise.all(prompts),
    hits: search === undefined ? [] : (await store.search({ text: search })).items.map(({ seq }) => seq),
  }
  return JSON.parse(JSON.stringify(seen)) as typeof seen
}

export type Look = Awaited<ReturnType<typeof look>>

/** The texts that were said, in the order of the transcript. */
export function said(items: readonly TranscriptItem[]): string[] {
  return items.flatMap((item) => (item.kind === "input" || item.kind === "answer" ? [item.text] : []))
}
