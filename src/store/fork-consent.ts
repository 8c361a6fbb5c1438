import { HoldfastError } from "../session/error.ts"
import type { EraseOptions } from "./contract.ts"

/** Refuses to erase what forks share, unless they are to be given a copy of it first. */
export function assertForksProvided(id: string, forks: readonly { id: string }[], wish: EraseOptions["forks"]): void {
  if (forks.length === 0 || wish === "copy") return
  const names = forks.map((fork) => fork.id)
  throw new HoldfastError(
    "has-forks",
    `Session ${id} has forks that share its beginning: ${names.join(", ")}. Erase them first, or let each keep a copy of what it shares.`,
    { details: { forks: names } },
  )
}
