import { HoldfastError } from "../../../session/error.ts"
import type { Core } from "../core.ts"

/** Refuses what begins something new where little space is left, or would be with so many bytes more. */
export function assertSpace(core: Core, needed = 0): void {
  const low = core.space.low(needed)
  if (!low) return
  const free = `Only ${inMebibytes(low.free)} are free where ${core.directory} is`
  const stays = inMebibytes(low.watermark)
  throw new HoldfastError(
    "low-space",
    needed > 0
      ? `${free}: this takes ${inMebibytes(needed)}, and ${stays} have to stay free. Free some space, then try again. Nothing was written.`
      : `${free} (${stays} are needed): free some space before you start something new.`,
    { details: needed > 0 ? { ...low, needed } : low },
  )
}

const inMebibytes = (bytes: number) => `${Math.floor(bytes / 1048576)} MiB`
