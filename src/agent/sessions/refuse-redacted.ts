import { HoldfastError } from "../../session/error.ts"
import type { Imported } from "../../store/transfer/read-export.ts"

/** Throws where a file can be taken in as a copy only, and shall not be. */
export function refuseRedacted({ redacted }: Imported, { copy }: { copy: boolean }): void {
  if (!redacted || copy) return
  throw new HoldfastError(
    "invalid",
    "The file was redacted: it is no longer the log of the session that it came from. Import it as a copy (--as-copy, or copy=true).",
  )
}
