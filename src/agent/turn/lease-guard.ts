import { HoldfastError } from "../../session/error.ts"
import type { Work } from "./work.ts"

/** Throws once another process drives the session. Law: one writer, for what is not in the log too. */
export function leaseGuard({ store, lease }: Pick<Work, "store" | "lease">): () => Promise<void> {
  return async () => {
    const { owner } = (await store.state(lease.session)).log
    if (owner?.epoch === lease.epoch) return
    throw new HoldfastError("fenced", `Session ${lease.session} is driven by another process now. Nothing was changed.`)
  }
}
