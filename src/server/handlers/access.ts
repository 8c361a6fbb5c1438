import { cookieFor, noCookie } from "../access/cookie.ts"
import { cameByHttps } from "../access/proxy.ts"
import type { accessEndpoints } from "../contract/access.ts"
import type { HandlerRequest, Handlers } from "../handler.ts"
import { HttpProblem } from "../http/http-problem.ts"
import type { ServerContext } from "../server-context.ts"

/** Signing in and out, and links for other devices. */
export const accessHandlers = ({ access, log }: ServerContext): Handlers<keyof typeof accessEndpoints> => {
  const secure = ({ header }: HandlerRequest) => cameByHttps(header, access.hosts)
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
      if (!visitor) throw new HttpProblem("unauthorized", "You are signed out. Open a new sign-in link.")
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
