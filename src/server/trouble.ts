import { troubleKey } from "../agent/aside-settings.ts"
import { isHoldfastError } from "../session/error.ts"
import { redact } from "../session/redact.ts"
import type { Store } from "../store/contract.ts"
import type { Trouble } from "./contract/common.ts"
import type { Log } from "./log.ts"

/** Keeps what stops the server from driving a session where whoever looks at the session sees it, on every device. */
export function troubleKeeper({ store, log }: { store: Pick<Store, "setting" | "setSetting">; log: Log }) {
  let last: Promise<unknown> = Promise.resolve()

  const note = async (session: string, trouble: Trouble | undefined) => {
    if (trouble === undefined && (await store.setting(troubleKey(session))) === undefined) return
    await store.setSetting(troubleKey(session), trouble, { session })
  }
  return (session: string, error: unknown): void => {
    // In order: what is over must not be noted after it is over.
    last = last
      .then(() => note(session, error === null ? undefined : troubleOf(error)))
      .catch((failed: unknown) => log.warn("the trouble of a session could not be noted", { session, error: failed }))
  }
}

function troubleOf(error: unknown): Trouble {
  const at = new Date().toISOString()
  if (isHoldfastError(error)) return { code: error.code, message: redact(error.message), at }
  const message = "The server met an error that nobody expected, and tries again or waits for you. Its log says more."
  return { code: "internal", message, at }
}
