import { cell } from "./cell.ts"
import { lateLetters } from "./delivery.ts"
import { connection, hasNetwork } from "./live.ts"
import { type Trouble, troubleAfter } from "./trouble.ts"

/** What is wrong between this page and the server; null while all is well, or a break is too short to be told. */
export const trouble = cell<Trouble | null>(null)

/** Shorter breaks are not worth a word. */
const patienceMs = 1_000

/** Follows how it stands with the server. Gives a way to stop. */
export function watchReach(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let found: Trouble | null = null
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    trouble.set(found)
  }
  const look = () => {
    const [network, late] = [hasNetwork.get(), lateLetters.get().size > 0]
    found = troubleAfter(found, { state: connection.get().state, hasNetwork: network, isLate: late })
    // What was waited for already, or the browser itself says, is told at once.
    if (found === null || late || !network || trouble.get() !== null) tell()
    else timer ??= setTimeout(tell, patienceMs)
  }
  look()
  const stops = [connection, hasNetwork, lateLetters].map((each) => each.subscribe(look))
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
