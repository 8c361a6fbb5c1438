import { cell } from "./cell.ts"
import { type ConnectionProblem, connectionProblemAfter } from "./connection-problem.ts"
import { lateEntries } from "./delivery.ts"
import { connection, hasNetwork } from "./live.ts"

/** The current connection problem; null if there is none or it is too brief to show. */
export const connectionProblem = cell<ConnectionProblem | null>(null)

/** Shorter interruptions are not shown. */
const patienceMs = 1_000

/** Watches the connection; returns how to stop. */
export function watchReach(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let found: ConnectionProblem | null = null
  const publish = () => {
    clearTimeout(timer)
    timer = undefined
    connectionProblem.set(found)
  }
  const look = () => {
    const [network, late] = [hasNetwork.get(), lateEntries.get().size > 0]
    found = connectionProblemAfter(found, { state: connection.get().state, hasNetwork: network, isLate: late })
    // Show at once what was delayed already or what the browser reports.
    if (found === null || late || !network || connectionProblem.get() !== null) publish()
    else timer ??= setTimeout(publish, patienceMs)
  }
  look()
  const stops = [connection, hasNetwork, lateEntries].map((each) => each.subscribe(look))
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
