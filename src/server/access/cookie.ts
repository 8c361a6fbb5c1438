import { loginRules } from "./logins.ts"

const cookieName = "holdfast"

/**
 * The cookies in a `Cookie` header that may be ours: cookies know no ports, so that another server on this machine may
 * have given the browser one of the same name.
 */
export function cookiesIn(header: string | undefined): string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim())
  const values = pairs.filter((pair) => pair.startsWith(`${cookieName}=`))
  return values.slice(0, mostCookies).map((pair) => pair.slice(cookieName.length + 1))
}

const mostCookies = 10

/** The header that gives a browser its cookie. No page reads it, and no other site makes the browser send it. */
export function cookieFor(value: string, { secure }: { secure: boolean }): string {
  return cookie(value, loginRules.forMs / 1_000, secure)
}

/** The header that takes the cookie away again. */
export function noCookie({ secure }: { secure: boolean }): string {
  return cookie("", 0, secure)
}

function cookie(value: string, seconds: number, secure: boolean): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
}
