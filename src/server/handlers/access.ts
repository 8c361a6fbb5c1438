import { cookieFor, noCookie } from "../access/cookie.ts"
import { cameByHttps } from "../access/proxy.ts"
import type { accessEndpoints } from "../contract/access.ts"
import type { Asked, Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { HttpProblem } from "../http-problem.ts"

/** Coming in, leaving, and letting another device in. */
export const accessHandlers = ({ access, log }: House): Handlers<keyof typeof accessEndpoints> => {
  const secure = ({ header }: Asked) => cameByHttps(header, access.hosts)
  return {
    "POST /api/login": async ({ body, request }) => {
      const cookie = await access.login(body, request)
      return withCookie(cookieFor(cookie, { secure: secure(request) }))
    },
    "POST /api/logout": async ({ query, request }) => {
      const everywhere = query.everywhere === "true"
      await access.logout(request, { everywhere })
      log.info("logout", { request: request.id, by: request.by, everywhere })
      return withCookie(noCookie({ secure: secure(request) }))
    },
    "GET /api/me": async ({ request }) => {
      const visitor = await access.identify(request)
      if (!visitor) throw new HttpProblem("unauthorized", "This login has ended. Open a new link.")
      return { name: visitor.by.name, device: visitor.by.device ?? "", by: visitor.came }
    },
    "POST /api/links": async ({ request }) => {
      const scheme = secure(request) ? "https" : "http"
      return access.link(`${scheme}://${request.header("host")}`)
    },
  }
}

function withCookie(cookie: string): Response {
  return new Response(null, { status: 204, headers: { "set-cookie": cookie } })
}
