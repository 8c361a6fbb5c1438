import { loginRules } from "./logins.ts"

const cookieName = "holdfast"

/** All values of our cookie's name: cookies ignore ports, so another server on this host may have set one too. */
export function cookiesIn(header: string | undefined): string[] {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim())
  const values = pairs.filter((pair) => pair.startsWith(`${cookieName}=`))
  return values.slice(0, maxCookies).map((pair) => pair.slice(cookieName.length + 1))
}

const maxCookies = 10

/** The `Set-Cookie` value that signs a browser in: HttpOnly, SameSite=Strict. */
export function cookieFor(value: string, { secure }: { secure: boolean }): string {
  return cookie(value, loginRules.forMs / 1_000, secure)
}

/** The `Set-Cookie` value that removes the cookie. */
export function noCookie({ secure }: { secure: boolean }): string {
  return cookie("", 0, secure)
}

function cookie(value: string, seconds: number, secure: boolean): string {
  return `${cookieName}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? "; Secure" : ""}`
}
