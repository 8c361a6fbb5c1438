import { projectOf } from "../../agent/configuration/project-of.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortIds } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import type { Hit, SearchQuery } from "../../store/contract.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { cut, wrap } from "../text/width.ts"
import { withStore } from "../with-store.ts"

const usualLimit = 20

export const run: Run = async (args, terminal) => {
  const project = args.text("project")
  const session = args.text("session")
  const cursor = args.text("cursor")
  const text = args.words.join(" ")
  const { items, next } = await withStore("look", async (store) => {
    if (!store) return { items: [], next: null }
    const query: SearchQuery = {
      text,
      limit: args.number("limit") ?? usualLimit,
      ...(project === undefined ? {} : { project: projectOf(project) }),
      ...(session === undefined ? {} : { session: (await findSession(store, session)).id }),
      ...(cursor === undefined ? {} : { cursor }),
    }
    return store.search(query)
  })
  if (terminal.json) {
    await terminal.printJson({ hits: items, next })
    return 0
  }
  if (items.length === 0) {
    await terminal.print(`Nothing found for ${oneLine(text)}.`)
    return 0
  }
  const short = shortIds(items.map((hit) => hit.session))
  const blocks = items.map((hit) => hitLines(hit, short(hit.session), terminal).join("\n"))
  await terminal.print(blocks.join("\n\n"))
  if (next) await terminal.print("", terminal.paint.dim(`There are more: add --cursor ${next}`))
  return 0
}

function hitLines(hit: Hit, id: string, { paint, width }: Terminal): string[] {
  const where = `${id} at ${hit.seq}, ${oneLine(hit.type)}, ${ago(hit.at)}`
  const title = oneLine(hit.title ?? "") || "(no title)"
  const fits = width === undefined ? title : cut(title, Math.max(16, width - where.length - 2))
  const marked = markedText(hit)
  // Mark hits with characters that cannot occur, wrap the text, then replace the marks with colours.
  const lines = width === undefined ? [marked] : wrap(marked, width - 2)
  return [`${paint.bold(fits)}  ${paint.dim(where)}`, ...paintMarks(lines, paint.bold).map((line) => `  ${line}`)]
}

const open = "\u{e000}"
const close = "\u{e001}"

function markedText({ snippet }: Hit): string {
  let text = ""
  let at = 0
  for (const [start, end] of snippet.marks) {
    text += clean(snippet.text.slice(at, start)) + open + clean(snippet.text.slice(start, end)) + close
    at = end
  }
  return text + clean(snippet.text.slice(at))
}

// Not `oneLine`, which would trim the spaces between pieces.
function clean(text: string): string {
  return text.replace(/[\u{e000}\u{e001}\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "")
}

function paintMarks(lines: readonly string[], bold: (text: string) => string): string[] {
  const plain = bold("x") === "x"
  let inside = false
  return lines.map((line) => {
    const pieces = line.split(/([\u{e000}\u{e001}])/u)
    let shown = ""
    for (const piece of pieces) {
      if (piece === open || piece === close) inside = piece === open
      else if (piece) shown += inside ? (plain ? `[${piece}]` : bold(piece)) : piece
    }
    return shown
  })
}
