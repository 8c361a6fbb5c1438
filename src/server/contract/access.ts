import { z } from "zod"
import { endpoints } from "./endpoint.ts"

/** Who may come in. The cookie is HttpOnly: a page never sees it. */
export const accessEndpoints = endpoints({
  "POST /api/login": {
    tag: "access",
    summary: "Come in with the code of a link, the token or the password; sets the cookie",
    body: z.union([
      z.strictObject({ code: z.string().min(1).max(200) }),
      z.strictObject({ token: z.string().min(1).max(200) }),
      z.strictObject({ password: z.string().min(1).max(1000) }),
    ]),
    // Anybody may send it: it is not to cost anything.
    limit: 8_192,
    open: true,
    status: 204,
    answer: "nothing",
    problems: ["unauthorized", "too-many-requests"],
  },
  "POST /api/logout": {
    tag: "access",
    summary: "Leave: the cookie counts no more, here or wherever it was copied to",
    query: z.object({ everywhere: z.enum(["true", "false"]).default("false") }),
    status: 204,
    answer: "nothing",
  },
  "GET /api/me": {
    tag: "access",
    summary: "Who is asking, and how they came in",
    status: 200,
    answer: z.object({ name: z.string(), device: z.string(), by: z.enum(["cookie", "token"]) }),
  },
  "POST /api/links": {
    tag: "access",
    summary: "A link for another device: it works once, for ten minutes",
    intent: "without a key",
    status: 201,
    answer: z.object({ link: z.string(), until: z.string() }),
  },
})
