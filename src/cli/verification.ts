import { counted, oneLine } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import type { Report } from "../store/contract.ts"
import { type GivenUp, isGivenUp } from "../store/sqlite/given-up.ts"
import { verifyFile } from "../store/sqlite/verify.ts"
import type { Terminal } from "./terminal.ts"
import { wrap } from "./text/width.ts"

/** Checks every stored byte of a store, whatever state it is in, and tells people how long it has been at it. */
export async function verifyWithProgress(file: string, terminal: Terminal): Promise<Report> {
  const begun = Date.now()
  const tell = () => terminal.progress(`Checking every stored byte, ${Math.round((Date.now() - begun) / 1000)} s …`)
  tell()
  const ticking = setInterval(tell, 1000)
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
  const shown = problems.slice(0, mostShown).flatMap(({ session, seq, what, derived }) => {
    const where = [session && `session ${shortId(session)}`, seq && `event ${seq}`].filter(Boolean).join(", ")
    return below(`${where ? `${where}: ` : ""}${oneLine(what)}${derived ? " (can be made again from the log)" : ""}`)
  })
  const more = problems.length - shown.length
  return [
    ...marked(paint.red("FAIL"), `Verified ${extent}: ${counted(problems.length, "problem")}.`),
    ...shown,
    ...(more > 0 ? below(`and ${more} more: holdfast doctor --verify --json names them all`) : []),
    ...below(
      problems.every((problem) => isGivenUp(givenUp, problem))
        ? "A repair could bring back no more. A damaged session can be read, and forked before the damage."
        : "Run 'holdfast doctor --repair': it keeps the damaged file and recovers all that can be read.",
    ),
  ]
}

const mostShown = 20
const indent = " ".repeat(6)

function interrupted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}
