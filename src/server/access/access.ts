import { hostname, userInfo } from "node:os"
import { HoldfastError } from "../../session/error.ts"
import type { Actor } from "../../session/event.ts"
import type { Store } from "../../store/contract.ts"
import { HttpProblem } from "../http-problem.ts"
import type { Log } from "../log.ts"
import { createCodes } from "./codes.ts"
import { cookiesIn } from "./cookie.ts"
import { deviceOf } from "./device.ts"
import { type Hosts, isLoopback } from "./hosts.ts"
import { createLimiter } from "./limiter.ts"
import { openLogins } from "./logins.ts"
import { openPassword } from "./password.ts"
import { hashOf, isSame, serverToken } from "./token.ts"

/** Who is asking, and how they came in. */
type Visitor = {
  by: Actor
  came: "cookie" | "token"
  /** What the login is known by, for those with a cookie. */
  login?: string
  /** The cookie, when it is time to give the browser a later end of it. */
  renewed?: string
}

/** What lets one in. */
export type Credential = { code: string } | { token: string } | { password: string }

/** What a request says about itself. */
type Headers = { header(name: string): string | undefined }

/** Who may come in. */
export type Access = {
  /** For programs: `Authorization: Bearer …`. */
  token: string
  hosts: Hosts
  hasPassword(): boolean
  /** Who asks, by the token or the cookie; undefined: nobody that is known. */
  identify(request: Headers): Promise<Visitor | undefined>
  /** A link under this address that lets one device in, once, for ten minutes. */
  link(base: string): { link: string; until: string }
  /** Lets a device in and gives its cookie. `unauthorized`, `too-many-requests`. Durable. */
  login(credential: Credential, from: Headers & { address: string }): Promise<string>
  /** Ends the login of this cookie, or all of them. Durable. */
  logout(request: Headers, options: { everywhere: boolean }): Promise<void>
  /** Calls when this login ends; returns how to be called no more. */
  whenEnded(login: string, call: () => void): () => void
}

export type AccessOptions = {
  /** The data directory, where the token and the password are kept. */
  directory: string
  store: Pick<Store, "setting" | "setSetting">
  log: Log
  /** `HOLDFAST_PASSWORD` is taken out of it: what is started later must not inherit it. */
  env: NodeJS.ProcessEnv
  /** What the server listens on. Other than this machine alone, it needs a password. */
  host?: string
  /** Names that a reverse proxy is reached by. */
  allowHosts?: readonly string[]
  now?: () => number
}

/** Opens the door of a server. Call it before anything else is given the environment. */
export async function openAccess(options: AccessOptions): Promise<Access> {
  const { directory, store, log, env, host = "127.0.0.1", allowHosts = [], now = Date.now } = options
  const given = env.HOLDFAST_PASSWORD || undefined
  delete env.HOLDFAST_PASSWORD
  const token = serverToken(directory)
  // The newest secrets are hidden, and these always: they are told anew with each.
  const hide = (...secrets: string[]) => {
    for (const secret of [...secrets, token, ...(given ? [given] : [])]) log.hide(secret)
  }
  hide()
  const password = await openPassword(directory, given)
  if (!isLoopback(host) && !password.isSet()) throw passwordNeeded(host)
  const logins = await openLogins(store, log, now)
  const codes = createCodes(now)
  // A guessed code must not take the tries of those who know the password.
  const limiters = { password: createLimiter(now), code: createLimiter(now) }

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
      // A code and the token cannot be guessed: who has one comes in, however often somebody beside them has failed.
      const limiter = limiters["password" in credential ? "password" : "code"]
      const quick = "password" in credential ? false : await isRight(credential)
      const waitMs = quick === true ? 0 : limiter.attempt(address)
      if (waitMs > 0) throw tooMany(waitMs)
      const right = quick === true || ("password" in credential ? await isRight(credential) : quick)
      if (right === "busy") throw tooMany(1_000)
      const device = deviceOf(header("user-agent"))
      const kind = Object.keys(credential)[0]
      if (!right) {
        log.warn("login refused", { address, device, kind })
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
  password: "That is not the password.",
  code: "This link was used before, or is too old. 'holdfast serve' prints a new one at each start; a device that is in can make one too.",
} as const

function tooMany(waitMs: number): HttpProblem {
  const seconds = Math.ceil(waitMs / 1_000)
  return new HttpProblem("too-many-requests", `Too many failed logins. Try again in ${seconds} seconds.`, {
    headers: { "retry-after": String(seconds) },
    details: { seconds },
  })
}

function passwordNeeded(host: string): HoldfastError {
  return new HoldfastError(
    "invalid",
    `Other machines can reach ${host}: that needs a password. Set one with 'holdfast serve --set-password', or start with HOLDFAST_PASSWORD in the environment.`,
    { details: { host } },
  )
}

function person(device: string): Actor {
  return { kind: "person", name: userName(), device: device.slice(0, 256) }
}

function userName(): string {
  try {
    return userInfo().username || "somebody"
  } catch {
    return "somebody" // a container may run as a user that nobody has named
  }
}
