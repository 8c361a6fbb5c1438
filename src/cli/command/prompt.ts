import { estimateText } from "../../agent/context/estimate.ts"
import { joined } from "../../agent/prompt/section.ts"
import { comparePrompts, snapshotTexts } from "../../agent/prompt/snapshot.ts"
import type { ToolFormat } from "../../models/contract.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { hunksOf } from "../../tools/file-diff.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { previewPrompt } from "../prompt-preview.ts"
import { promptDiffLines, promptLines, type ShownPrompt, type ShownSection } from "../prompt-text.ts"
import { findSession, shortId } from "../session-id.ts"
import { withSessions, withStore } from "../store.ts"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

export const run: Run = async (args, terminal) => {
  const [action = "", typed] = args.words
  checkOptions(action, typed, args)
  if (action === "diff") return diff(typed ?? "last", terminal)
  return show(typed, args, terminal)
}

function checkOptions(action: string, typed: string | undefined, args: Arguments): void {
  if (action !== "show" && action !== "diff") throw new UsageError("prompt takes `show` or `diff`.", "prompt")
  const stray = ["new", "sent", "format", "brief"].find((name) => args.flag(name))
  if (action === "diff" && stray) throw new UsageError(`--${stray} belongs to prompt show.`, "prompt")
  if (args.flag("new") && (typed !== undefined || args.flag("sent"))) {
    throw new UsageError("--new is for no session: give neither ID nor --sent.", "prompt")
  }
  if (args.flag("sent") && (args.flag("format") || args.flag("brief"))) {
    throw new UsageError("--sent shows what was sent: it takes neither --format nor --brief.", "prompt")
  }
}

async function show(typed: string | undefined, args: Arguments, terminal: Terminal): Promise<number> {
  return withStore("look", async (store) => {
    if (!store && typed !== undefined) throw new HoldfastError("not-found", "There are no sessions yet.")
    const row = store && !args.flag("new") ? await rowFor(store, typed) : undefined
    if (args.flag("sent") && !(store && row)) throw new HoldfastError("not-found", "There is no session here yet.")
    const of = store && row ? { store, row } : null
    const shown = args.flag("sent") && of ? await sent(of) : await next(of, args)
    if (terminal.json) await terminal.printJson(shown)
    else await terminal.print(...promptLines(shown, terminal))
    return 0
  })
}

/** The named session, or the newest one here, if there is one. */
async function rowFor(store: Store, typed: string | undefined): Promise<SessionRow | undefined> {
  if (typed !== undefined) return findSession(store, typed)
  return findSession(store, "last").catch((error: unknown) => {
    if (error instanceof HoldfastError && error.code === "not-found") return undefined
    throw error
  })
}

type Looked = { store: Store; row: SessionRow }

async function next(of: Looked | null, args: Arguments): Promise<ShownPrompt> {
  const format = args.text("format") as ToolFormat | undefined
  const { sections, stable, last, ...prompt } = await previewPrompt(of, { format, brief: args.flag("brief") })
  return {
    session: of?.row.id ?? null,
    sent: null,
    lastSent: last?.seq ?? null,
    ...prompt,
    ...measured(sections.map((part, index) => ({ ...part, stable: index < stable }))),
  }
}

async function sent({ store, row }: Looked): Promise<ShownPrompt> {
  const last = (await store.state(row.id)).branch.prompts.at(-1)
  if (!last) throw nothingSent(row, "holdfast prompt show")
  const texts = await snapshotTexts(last, store)
  const { seq, format, mode } = last
  return { session: row.id, sent: seq, lastSent: seq, format, mode, brief: null, ...measured(texts) }
}

function measured(sections: readonly { name: string; text: string; stable: boolean }[]) {
  const shown = sections.map(
    ({ name, text, stable }): ShownSection => ({
      name,
      stable,
      bytes: Buffer.byteLength(text),
      tokens: estimateText(text),
      text,
    }),
  )
  const whole = joined(sections)
  return { bytes: Buffer.byteLength(whole), tokens: estimateText(whole), sections: shown }
}

async function diff(typed: string, terminal: Terminal): Promise<number> {
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const state = await store.state(row.id)
    const [before, after] = state.branch.prompts.slice(-2)
    if (!before) throw nothingSent(row, "holdfast prompt show")
    if (!after) {
      const message = `Session ${shortId(row.id)} was always told the same: one prompt (event ${before.seq}). See it with 'holdfast prompt show ${shortId(row.id)} --sent'.`
      if (terminal.json)
        await terminal.printJson({ session: row.id, from: null, to: before.seq, highlights: [], sections: [] })
      else await terminal.print(message)
      return 0
    }
    const { highlights, changed } = comparePrompts(before, after, state)
    // A line end at the end: that there is none would only be noise in a diff.
    const bytesOf = async (blob: string | null) =>
      blob === null ? new Uint8Array() : Buffer.concat([await store.blob(blob), Buffer.from("\n")])
    const sections = await Promise.all(
      changed.map(async ({ name, because, ...blobs }) => {
        const [old, now] = await Promise.all([bytesOf(blobs.before), bytesOf(blobs.after)])
        const { added, removed, lines } = hunksOf(old, now) ?? { added: 0, removed: 0, lines: [] }
        const change = blobs.before === null ? "added" : blobs.after === null ? "removed" : "changed"
        return { name, change, because, added, removed, lines } as const
      }),
    )
    const told = { session: row.id, from: before.seq, to: after.seq, highlights, sections }
    if (terminal.json) await terminal.printJson(told)
    else await terminal.print(...promptDiffLines(told, terminal))
    return 0
  })
}

function nothingSent(row: SessionRow, instead: string): HoldfastError {
  const id = shortId(row.id)
  return new HoldfastError(
    "not-found",
    `Nothing was sent in session ${id} yet. '${instead} ${id}' shows what would be.`,
  )
}
