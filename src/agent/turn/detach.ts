/** Thrown where the driver has to detach: open intents are left as they are, and the next driver settles them. */
export class DetachedError extends Error {
  override readonly name = "Left"

  constructor() {
    super("the driver was asked to detach")
  }
}

/** How long something that cannot be resumed gets to finish. */
const patienceMs = 1_500

/** What comes of it; or `Left`, when it has not come to an end a moment after the word to leave. */
export async function orDetached<T>(working: Promise<T>, leave: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = () => {
    timer = setTimeout(() => left.reject(new DetachedError()), patienceMs)
  }
  leave.addEventListener("abort", giveUp)
  if (leave.aborted) giveUp()
  // The loser of the race has no listener: that is no error.
  left.promise.catch(() => undefined)
  try {
    return await Promise.race([working, left.promise])
  } finally {
    clearTimeout(timer)
    leave.removeEventListener("abort", giveUp)
  }
}
