import { nextPrompt, promptDiff, type ShownPrompt, sentPrompt } from "../../agent/prompt/shown-prompt.ts"
import { shortId } from "../../base/short-id.ts"
import type { ToolFormat } from "../../models/contract.ts"
import { HoldfastError } from "../../session/error.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { previewHere } from "../session/prompt-preview.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { promptDiffLines, promptLines } from "../text/prompt-text.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions, withStore } from "../with-store.ts"

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
    throw new UsageError("--new cannot be combined with ID or --sent.", "prompt")
  }
  if (args.flag("sent") && (args.flag("format") || args.flag("brief"))) {
    throw new UsageError("--sent cannot be combined with --format or --brief.", "prompt")
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

/** The named session, or the project's newest one, if any. */
async function rowFor(store: Store, typed: string | undefined): Promise<SessionRow | undefined> {
  if (typed !== undefined) return findSession(store, typed)
  return findSession(store, "last").catch((error: unknown) => {
    if (error instanceof HoldfastError && error.code === "not-found") return undefined
    throw error
  })
}

type PromptSource = { store: Store; row: SessionRow }

async function next(of: PromptSource | null, args: Arguments): Promise<ShownPrompt> {
  const format = args.text("format") as ToolFormat | undefined
  return nextPrompt(of?.row.id ?? null, await previewHere(of, { format, brief: args.flag("brief") }))
}

async function sent({ store, row }: PromptSource): Promise<ShownPrompt> {
  return sentPrompt(store, await store.state(row.id))
}

async function diff(typed: string, terminal: Terminal): Promise<number> {
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const diff = await promptDiff(store, await store.state(row.id))
    const id = shortId(row.id)
    if (terminal.json) await terminal.printJson(diff)
    else if (diff.from !== null) await terminal.print(...promptDiffLines({ ...diff, from: diff.from }, terminal))
    else {
      const message = `Session ${id} has sent only one prompt (event ${diff.to}). See it with 'holdfast prompt show ${id} --sent'.`
      await terminal.print(message)
    }
    return 0
  })
}
