import { hostname, userInfo } from "node:os"
import { monotonicNow } from "../../host/clock.ts"
import { HoldfastError } from "../../session/error.ts"
import type { Actor } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import { HttpProblem } from "../http/http-problem.ts"
import type { Log } from "../log.ts"
import { createCodes } from "./codes.ts"
import { cookiesIn } from "./cookie.ts"
import { deviceOf } from "./device.ts"
import { type Hosts, isLoopback } from "./hosts.ts"
import { createLimiter } from "./limiter.ts"
import { openLogins } from "./logins.ts"
import { openPassword } from "./password-check.ts"
import { hashOf, isSame, serverToken } from "./server-token.ts"

/** Who is signed in, and how. */
type Visitor = {
  by: Actor
  came: "cookie" | "token"
  /** The hash of the login, for a cookie. */
  login?: string
  /** The cookie, when its expiry should be extended in the browser. */
  renewed?: string
}

/** What a person or program signs in with. */
export type Credential = { code: string } | { token: string } | { password: string }

type Headers = { header(name: string): string | undefined }

/** Sign-in, sessions of browsers, and the token of programs. */
export type Access = {
  /** For programs: `Authorization: Bearer …`. */
  token: string
  hosts: Hosts
  hasPassword(): boolean
  /** The visitor behind a token or a cookie; undefined if neither is valid. */
  identify(request: Headers): Promise<Visitor | undefined>
  /** A one-time sign-in link under this address, valid for ten minutes. */
  link(base: string): { link: string; until: string }
  /** Signs a device in and returns its cookie. `unauthorized`, `too-many-requests`. Durable. */
  login(credential: Credential, from: Headers & { address: string }): Promise<string>
  /** Ends the login of this cookie, or all of them. Durable. */
  logout(request: Headers, options: { everywhere: boolean }): Promise<void>
  /** Calls back when this login ends; returns how to unsubscribe. */
  whenEnded(login: string, call: () => void): () => void
}

export type AccessOptions = {
  /** The data directory, where the token and the password are kept. */
  directory: string
  store: Pick<Store, "setting" | "setSetting">
  log: Log
  /** `HOLDFAST_PASSWORD` is deleted from it, so that child processes do not inherit it. */
  env: NodeJS.ProcessEnv
  /** The address to listen on. Any but loopback requires a password. */
  host?: string
  /** Host names of a reverse proxy. */
  allowHosts?: readonly string[]
  /** Wall-clock time, by which logins expire: they outlive the server. */
  now?: () => number
  /** Monotonic milliseconds, by which links expire and failed attempts are counted. */
  clock?: () => number
}

/** Sets up sign-in. Call it before anything else reads the environment: it removes the password from it. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { directory, store, log, env, host = "127.0.0.1", allowHosts = [] } = options
  const { now = Date.now, clock = monotonicNow } = options
  const given = env.HOLDFAST_PASSWORD || undefined
  delete env.HOLDFAST_PASSWORD
  const token = serverToken(directory)
  // The log masks only the newest secrets: hiding these again with each new one keeps them masked.
  const hide = (...secrets: string[]) => {
    for (const secret of [...secrets, token, ...(given ? [given] : [])]) log.hide(secret)
  }
  hide()
  const password = await openPassword(directory, given)
  if (!isLoopback(host) && !password.isSet()) throw passwordNeeded(host)
  const logins = await openLogins(store, log, now)
  const codes = createCodes(clock, now)
  // Guessing codes must not lock out people who know the password.
  const limiters = { password: createLimiter(clock), code: createLimiter(clock) }

  const isRight = async (credential: Credential): Promise<boolean | "busy"> => {
    if ("code" in credential) return codes.spend(credential.code)
    if ("token" in credential) return isSame(credential.token, token)
    return password.check(credential.password)
  }

  return {
    token,
    hosts: { host, allowed: allowHosts },
    hasPassword: password.isSet,
    async identify({ header }) {
      const authorization = header("authorization")
      if (authorization !== undefined) {
        const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ""
        return isSame(bearer, token) ? { by: person(hostname()), came: "token" } : undefined
      }
      for (const cookie of cookiesIn(header("cookie"))) {
        const login = await logins.find(cookie)
        if (!login) continue
        const renewed = login.renew ? { renewed: cookie } : {}
        return { by: person(login.device), came: "cookie", login: login.hash, ...renewed }
      }
      return undefined
    },
    link(base) {
      const { code, until } = codes.make()
      hide(code)
      return { link: `${base}/login?code=${code}`, until }
    },
    async login(credential, { address, header }) {
      // Codes and the token cannot be guessed, so failed attempts from the same address do not block a valid one.
      const limiter = limiters["password" in credential ? "password" : "code"]
      const quick = "password" in credential ? false : await isRight(credential)
      const waitMs = quick === true ? 0 : limiter.attempt(address)
      if (waitMs > 0) throw tooMany(waitMs)
      const right = quick === true || ("password" in credential ? await isRight(credential) : quick)
      if (right === "busy") throw tooMany(1_000)
      const device = deviceOf(header("user-agent"))
      const kind = Object.keys(credential)[0]
      if (!right) {
        log.warn("sign-in refused", { address, device, kind })
        throw new HttpProblem("unauthorized", refusals["password" in credential ? "password" : "code"])
      }
      if (quick !== true) limiter.succeeded(address)
      log.info("login", { address, device, kind })
      const cookie = await logins.add(device)
      hide(cookie)
      return cookie
    },
    async logout({ header }, { everywhere }) {
      if (everywhere) return logins.remove("all")
      for (const cookie of cookiesIn(header("cookie"))) await logins.remove({ hash: hashOf(cookie) })
    },
    whenEnded: logins.whenEnded,
  }
}

const refusals = {
  password: "Wrong password.",
  code: "This link has been used or has expired. Run 'holdfast serve' for a new one, or create one on a device that is signed in.",
} as const

function tooMany(waitMs: number): HttpProblem {
  const seconds = Math.ceil(waitMs / 1_000)
  return new HttpProblem("too-many-requests", `Too many failed sign-ins. Try again in ${seconds} seconds.`, {
    headers: { "retry-after": String(seconds) },
    details: { seconds },
  })
}

function passwordNeeded(host: string): HoldfastError {
  return new HoldfastError(
    "invalid",
    `Other machines can reach ${host}, so a password is required. Set one with 'holdfast serve --set-password', or start with HOLDFAST_PASSWORD in the environment.`,
    { details: { host } },
  )
}

function person(device: string): Actor {
  return { kind: "person", name: userName(), device: device.slice(0, 256) }
}

function userName(): string {
  try {
    return userInfo().username || "user"
  } catch {
    return "user" // a container may run as a user without a name
  }
}
