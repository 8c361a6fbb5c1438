import { z } from "zod"
import type { Store } from "../../store/contract.ts"
import type { Log } from "../log.ts"
import { hashOf, newSecret } from "./server-token.ts"

export const loginRules = { forMs: 30 * 24 * 3_600_000, renewAfterMs: 3_600_000, max: 100 } as const

const key = "server.logins"
const login = z.object({ hash: z.string(), device: z.string().max(256), created: z.number(), used: z.number() })

/** A signed-in device; only the hash of its cookie is stored. */
type Login = z.infer<typeof login>

/** The signed-in devices, kept in the store so that a restart signs no device out. */
export type Logins = {
  /** Signs a device in and returns its cookie. Durable. */
  add(device: string): Promise<string>
  /** The login of a cookie; `renew` when the browser's copy should get a later expiry. */
  find(cookie: string): Promise<(Login & { renew: boolean }) | undefined>
  /** Ends one or all, so that copies of the cookie stop working. Durable. */
  remove(which: { hash: string } | "all"): Promise<void>
  /** Calls back when the login with this hash ends; returns how to unsubscribe. */
  whenEnded(hash: string, call: () => void): () => void
}

type Settings = Pick<Store, "setting" | "setSetting">

export async function openLogins(store: Settings, log: Log, now: () => number): Promise<Logins> {
  let known = await kept(store)
  let last: Promise<unknown> = Promise.resolve()
  const listeners = new Set<{ hash: string; call: () => void }>()
  const isLive = ({ used }: Login, at: number) => at - used < loginRules.forMs

  // Serialized, each on a fresh read: another process on the same store may have changed it.
  const change = (changed: (logins: readonly Login[]) => Login[]) => {
    const at = now()
    const next = last.then(async () => {
      const logins = changed((await kept(store)).filter((each) => isLive(each, at))).sort(
        (one, other) => other.used - one.used,
      )
      await store.setSetting(key, logins.slice(0, loginRules.max))
      known = logins.slice(0, loginRules.max)
      const gone = [...listeners].filter(({ hash }) => !known.some((each) => each.hash === hash))
      for (const { call } of gone) call()
    })
    last = next.catch(() => undefined) // the caller gets the error
    return next
  }

  return {
    async add(device) {
      const cookie = newSecret()
      const at = now()
      await change((logins) => [...logins, { hash: hashOf(cookie), device, created: at, used: at }])
      return cookie
    },
    async find(cookie) {
      const hash = hashOf(cookie)
      const found = known.find((each) => each.hash === hash)
      if (!found || !isLive(found, now())) return undefined
      const renew = now() - found.used >= loginRules.renewAfterMs
      if (renew) {
        const used = now()
        found.used = used // at once, so that requests beside this one do not write it as well
        change((logins) => logins.map((each) => (each.hash === hash ? { ...each, used } : each))).catch((error) =>
          log.warn("the last use of a login could not be stored", { error }),
        )
      }
      return { ...found, renew }
    },
    whenEnded(hash, call) {
      const listener = { hash, call }
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    remove: (which) => change((logins) => (which === "all" ? [] : logins.filter(({ hash }) => hash !== which.hash))),
  }
}

// An unreadable entry signs no device in.
async function kept(store: Settings): Promise<Login[]> {
  const read = z.array(login).safeParse(await store.setting(key))
  return read.success ? read.data : []
}
