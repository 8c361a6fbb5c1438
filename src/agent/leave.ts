/** Thrown where the drive was told to leave: what is under way is left as it is, and whoever drives next settles it. */
export class Left extends Error {
  override readonly name = "Left"

  constructor() {
    super("the drive was told to leave")
  }
}

/** How long something that cannot be taken up again gets to come to its end. */
const patienceMs = 1_500

/** What comes of it; or `Left`, when it has not come to an end a moment after the word to leave. */
export async function orLeft<T>(working: Promise<T>, leave: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const giveUp = () => {
    timer = setTimeout(() => left.reject(new Left()), patienceMs)
  }
  leave.addEventListener("abort", giveUp)
  if (leave.aborted) giveUp()
  // Whoever lost the race is heard by nobody: that is no error.
  left.promise.catch(() => undefined)
  try {
    return await Promise.race([working, left.promise])
  } finally {
    clearTimeout(timer)
    leave.removeEventListener("abort", giveUp)
  }
}
