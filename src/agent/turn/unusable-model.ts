import type { Model } from "../../models/contract.ts"
import { isHoldfastError } from "../../session/error.ts"

/** A model that cannot be opened: each call fails with the reason, and the turn ends with it in its stop record. */
export function unusable(name: string | null): (error: unknown) => Model {
  return (error) => {
    if (!isHoldfastError(error)) throw error
    const { message } = error
    const kind = error.details.missing === "key" ? "auth" : "other"
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
