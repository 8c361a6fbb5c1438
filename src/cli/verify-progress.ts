import { counted } from "../base/amount-text.ts"
import { oneLine } from "../base/plain-words.ts"
import { shortId } from "../base/short-id.ts"
import type { Report } from "../store/contract.ts"
import { type GivenUp, isGivenUp } from "../store/sqlite/rescue/given-up.ts"
import { verifyFile } from "../store/sqlite/rescue/verify.ts"
import type { Terminal } from "./terminal.ts"
import { wrap } from "./text/width.ts"

/** Verifies every byte of a store, in whatever state it is, with progress. */
export async function verifyWithProgress(file: string, terminal: Terminal): Promise<Report> {
  const startedAt = Date.now()
  const showProgress = () =>
    terminal.progress(`Checking every stored byte, ${Math.round((Date.now() - startedAt) / 1000)} s …`)
  showProgress()
  const ticking = setInterval(showProgress, 1000)
  try {
    return await Promise.race([verifyFile(file), interrupted(terminal.signal)])
  } finally {
    clearInterval(ticking)
    terminal.progress("")
  }
}

export function reportLines(
  { sessions, events, blobs, problems }: Report,
  givenUp: GivenUp,
  { paint, width }: Terminal,
): string[] {
  const broken = (text: string) => (width === undefined ? [text] : wrap(text, width - indent.length))
  const below = (text: string) => broken(text).map((line) => `${indent}${line}`)
  const marked = (mark: string, text: string) => {
    const [first = "", ...rest] = broken(text)
    return [`${mark}  ${first}`, ...rest.map((line) => `${indent}${line}`)]
  }

  const extent = `${counted(sessions, "session")}, ${counted(events, "event")} and ${counted(blobs, "blob")}`
  if (problems.length === 0) return marked(paint.green("ok  "), `Verified ${extent}: all is as it was written.`)
  const shown = problems.slice(0, maxShown).flatMap(({ session, seq, what, derived }) => {
    const where = [session && `session ${shortId(session)}`, seq && `event ${seq}`].filter(Boolean).join(", ")
    return below(`${where ? `${where}: ` : ""}${oneLine(what)}${derived ? " (can be rebuilt from the log)" : ""}`)
  })
  const more = problems.length - shown.length
  return [
    ...marked(paint.red("FAIL"), `Verified ${extent}: ${counted(problems.length, "problem")}.`),
    ...shown,
    ...(more > 0 ? below(`and ${more} more: holdfast doctor --verify --json names them all`) : []),
    ...below(
      problems.every((problem) => isGivenUp(givenUp, problem))
        ? "Nothing more can be recovered. You can read a damaged session, and fork it before the damage."
        : "Run 'holdfast doctor --repair': it keeps the damaged file and recovers all that can be read.",
    ),
  ]
}

const maxShown = 20
const indent = " ".repeat(6)

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}
