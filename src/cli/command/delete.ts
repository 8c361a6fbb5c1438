import { describeSession } from "../../agent/sessions/describe-session.ts"
import { type Erasure, eraseSession } from "../../agent/sessions/erase.ts"
import { counted } from "../../base/amount-text.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { Receipt, SessionRow, Store, StoreCopy } from "../../store/contract.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { confirmed } from "../confirm.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { cut } from "../text/width.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  if (args.flag("undo") && args.flag("erase"))
    throw new UsageError("--undo and --erase cannot be combined: erasing cannot be undone.", "delete")
  for (const option of ["forks", "with-copies", "force"] as const) {
    if (args.flag(option) && !args.flag("erase")) throw new UsageError(`--${option} belongs to --erase.`, "delete")
  }
  return withSessions("act", async (store) => {
    const row = await findSession(store, typed).catch(async (error: unknown) => {
      // An erased session has no row any more, but its remains can still be removed.
      if (!isErased(error) || !args.flag("erase")) throw error
      if (args.flag("with-copies")) return undefined
      await eraseSession({ store, directory: dataDirectory() }, typed)
      throw error
    })
    if (!row) return removeCopies(store, typed, args, terminal)
    return args.flag("erase") ? erase(store, row, args, terminal) : trash(store, row, args, terminal)
  })
}

async function trash(store: Store, row: SessionRow, args: Arguments, terminal: Terminal): Promise<number> {
  const trashed = !args.flag("undo")
  const changed = row.trashed !== trashed
  if (changed) await describeSession(store, row.id, { trashed })
  const id = shortId(row.id)
  if (terminal.json) await terminal.printJson({ id: row.id, trashed, changed })
  else if (trashed)
    await terminal.print(
      changed ? `Moved ${id} to the trash. Undo: holdfast delete ${id} --undo` : `${id} is in the trash already.`,
    )
  else await terminal.print(changed ? `${id} is back in the list.` : `${id} is not in the trash.`)
  return 0
}

async function erase(store: Store, row: SessionRow, args: Arguments, terminal: Terminal): Promise<number> {
  const id = shortId(row.id)
  const what = `${id} (${cut(oneLine(row.title ?? ""), 40) || "no title"}, ${counted(row.messages, "message")})`
  const doomed = args.flag("with-copies") ? ", with every damaged copy that may hold it" : ""
  if (!(await isMeant(`Erase ${what} permanently${doomed}? This cannot be undone.`, args, terminal))) return 1
  const copies = args.flag("with-copies") ? "remove" : "keep"
  const forks = args.text("forks") === "copy" ? "copy" : "refuse"
  const subject = { store, directory: dataDirectory() }
  const receipt = await eraseSession(subject, row.id, { forks, copies, force: args.flag("force") })
  if (terminal.json) await terminal.printJson({ receipt })
  else await terminal.print(...receiptLines(receipt))
  return 0
}

async function removeCopies(store: Store, id: string, args: Arguments, terminal: Terminal): Promise<number> {
  const question = `${oneLine(id)} is erased. Remove every damaged copy that may still hold it? This cannot be undone.`
  if (!(await isMeant(question, args, terminal))) return 1
  const receipt = await eraseSession({ store, directory: dataDirectory() }, id, { copies: "remove" })
  if (terminal.json) await terminal.printJson({ receipt })
  else if (receipt.copies.length > 0) await terminal.print(...copyLines(receipt))
  else await terminal.print("No copy contains it.")
  return 0
}

async function isMeant(question: string, args: Arguments, terminal: Terminal): Promise<boolean> {
  if (args.flag("yes") || (await confirmed(question, terminal, "delete"))) return true
  await terminal.print("Nothing was erased.")
  return false
}

function isErased(error: unknown): boolean {
  return isHoldfastError(error) && error.code === "erased"
}

function receiptLines(receipt: Erasure): string[] {
  const { session, events, blobs, copiedTo, removed } = receipt
  return [
    `Erased ${oneLine(session)}: ${counted(events, "event")}, ${counted(blobs, "blob")}.`,
    ...copiedTo.map((fork) => `  ${shortId(fork)} kept a copy of what it shared`),
    ...removed.map((place) => `  Removed ${place}`),
    ...copyLines(receipt),
    "  Files that you exported or backed up yourself are as they were.",
  ]
}

const kinds = {
  backup: "an automatic backup",
  damaged: "the files that a repair kept",
  replaced: "the store that a restore kept",
} as const satisfies Record<StoreCopy["kind"], string>

const outcomes = {
  cleaned: (kind) => `Erased in ${kind} too:`,
  removed: (kind) => `Removed ${kind}:`,
  left: (kind) => `May still be in ${kind}:`,
} as const satisfies Record<StoreCopy["outcome"], (kind: string) => string>

function copyLines({ session, copies }: Receipt): string[] {
  const isLeft = copies.some(({ outcome }) => outcome === "left")
  return [
    ...copies.map(({ kind, outcome, path }) => `  ${outcomes[outcome](kinds[kind])} ${path}`),
    ...(isLeft
      ? [
          "  Damaged files may be all that is left of other sessions, so they were kept. To remove them when you no longer need them:",
          `  holdfast delete ${oneLine(session)} --erase --with-copies`,
        ]
      : []),
  ]
}
