import { z } from "zod"
import { endpoints } from "./endpoint.ts"

/** Sign-in. The cookie is HttpOnly: scripts of a page never see it. */
export const accessEndpoints = endpoints({
  "POST /api/login": {
    tag: "access",
    summary: "Sign in with the code of a link, the token or the password; sets the cookie",
    body: z.union([
      z.strictObject({ code: z.string().min(1).max(200) }),
      z.strictObject({ token: z.string().min(1).max(200) }),
      z.strictObject({ password: z.string().min(1).max(1000) }),
    ]),
    // Open to everyone, so it must stay cheap.
    limit: 8_192,
    open: true,
    status: 204,
    answer: "nothing",
    problems: ["unauthorized", "too-many-requests"],
  },
  "POST /api/logout": {
    tag: "access",
    summary: "Sign out: revokes the cookie and every copy of it",
    query: z.object({ everywhere: z.enum(["true", "false"]).default("false") }),
    status: 204,
    answer: "nothing",
  },
  "GET /api/me": {
    tag: "access",
    summary: "Who is signed in, and how",
    status: 200,
    answer: z.object({ name: z.string(), device: z.string(), by: z.enum(["cookie", "token"]) }),
  },
  "POST /api/links": {
    tag: "access",
    summary: "Create a sign-in link for another device: it works once, within ten minutes",
    intent: "without a key",
    status: 201,
    answer: z.object({ link: z.string(), until: z.string() }),
  },
})
