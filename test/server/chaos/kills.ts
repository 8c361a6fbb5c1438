import { defaultLimits } from "../../../src/agent/turn/limits.ts"
import type { Store } from "../../../src/index.ts"
import type { Random } from "../../crash/random.ts"
import type { MortalServer } from "./mortal-server.ts"
import type { Progress } from "./progress.ts"

/**
 * Kills the server so many times, at random frames, and spread over the run by the answers that were seen. Where a turn
 * could be taken for one that brings the server down by itself, and be ended, it waits until that turn got on.
 */
export async function kill(of: {
  server: MortalServer
  times: number
  /** How many answers there will be at least. */
  answers: number
  progress: Progress
  sessions: readonly string[]
  random: Random
  /** Whoever else has to know that it is back. */
  onUp(): void
  look<T>(work: (store: Store) => Promise<T>): Promise<T>
}): Promise<void> {
  const { server, times, answers, progress, sessions, random, look, onUp } = of
  for (let death = 0; death < times; death++) {
    await progress.reach({ answers: Math.floor((answers * 0.7 * death) / times) })
    // Some follow at once upon the start, while the clients are still on their way back. Near the end there may be no
    // more frames to wait for.
    await Promise.race([
      progress.reach({ frames: progress.frames() + 2 ** random.between(0, 10) }),
      progress.reach({ answers: Math.floor(answers * 0.9) }),
    ])
    while (await look((store) => isWorn(store, sessions))) {
      await progress.reach({ frames: progress.frames() + 100 })
    }
    await server.killAndRestart()
    onUp()
  }
}

// One recovery may be on its way that is not in the log yet, and the kill makes one more.
async function isWorn(store: Store, sessions: readonly string[]): Promise<boolean> {
  const states = await Promise.all(sessions.map((id) => store.state(id)))
  return states.some(({ log }) => (log.turn?.progress.recoveries ?? 0) > defaultLimits.recoveries - 2)
}
