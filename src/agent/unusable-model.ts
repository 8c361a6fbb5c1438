import type { Model } from "../models/contract.ts"
import { isHoldfastError } from "../session/error.ts"

/** A model that cannot be opened: whoever asks it is told why, and the turn ends with that in its stop record. */
export function unusable(name: string | null): (error: unknown) => Model {
  return (error) => {
    if (!isHoldfastError(error)) throw error
    const { message } = error
    const kind = error.code === "no-model" ? "other" : "auth"
    return {
      name: name ?? "none",
      scripted: false,
      contextWindow: null,
      async *stream() {
        yield { type: "failed", failure: { kind, message } }
      },
    }
  }
}
