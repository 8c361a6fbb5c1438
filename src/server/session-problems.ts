import { troubleKey } from "../agent/configuration/aside-settings.ts"
import { isHoldfastError } from "../session/error.ts"
import { redact } from "../session/redact.ts"
import type { Store } from "../store/contract.ts"
import type { SessionProblem } from "./contract/common.ts"
import type { Log } from "./log.ts"

/** Stores why the server cannot drive a session, so that every device can show it; null clears it. */
export function recordProblems({ store, log }: { store: Pick<Store, "setting" | "setSetting">; log: Log }) {
  let last: Promise<unknown> = Promise.resolve()

  const note = async (session: string, trouble: SessionProblem | undefined) => {
    if (trouble === undefined && (await store.setting(troubleKey(session))) === undefined) return
    await store.setSetting(troubleKey(session), trouble, { session })
  }
  return (session: string, error: unknown): void => {
    // In order, so that a late write cannot bring back a solved problem.
    last = last
      .then(() => note(session, error === null ? undefined : problemOf(error)))
      .catch((failed: unknown) => log.warn("the problem of a session could not be stored", { session, error: failed }))
  }
}

function problemOf(error: unknown): SessionProblem {
  const at = new Date().toISOString()
  if (isHoldfastError(error)) return { code: error.code, message: redact(error.message), at }
  const message = "The server hit an unexpected error. It retries or waits for you; its log has the details."
  return { code: "internal", message, at }
}
