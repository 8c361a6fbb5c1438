import type { Context, Hono } from "hono"
import type { Env } from "./mount.ts"
import { page } from "./page.ts"
import type { WebFile, WebFiles } from "./web-files.ts"

/** Puts the web app on the server: its page for those who are in, and its files, which hold no secret, for all. */
export function mountWeb(app: Hono<Env>, web: WebFiles): void {
  const show = async (context: Context<Env>) => {
    if (!context.get("by")) return context.redirect(loginFor(context.req.path), 303)
    const index = await web.page()
    return index ? sent(context, index) : context.html(page("Holdfast", notBuilt), 503)
  }
  app.get("/", show)
  app.get("/sessions/*", show)
  app.get("*", async (context, next) => {
    const { path } = context.req
    const file = path.startsWith("/api/") ? undefined : await web.file(path)
    return file ? sent(context, file) : next()
  })
}

/** Where to go after the login: a page of the app, and nothing that leads out of it. */
export function pageIn(path: string | null | undefined): string {
  return path && /^\/sessions\/[\w.-]{1,100}$/.test(path) ? path : "/"
}

function loginFor(path: string): string {
  const wanted = pageIn(path)
  return wanted === "/" ? "/login" : `/login?to=${encodeURIComponent(wanted)}`
}

async function sent(context: Context<Env>, file: WebFile): Promise<Response> {
  const { bytes, encoding } = await file.encoded(context.req.header("accept-encoding") ?? "")
  // The same text in another encoding is another answer.
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag
  const headers = {
    etag,
    vary: "accept-encoding",
    "cache-control": file.isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  }
  const known = context.req.header("if-none-match")?.split(",") ?? []
  if (known.some((each) => each.trim().replace(/^W\//, "") === etag)) return context.body(null, 304, headers)
  return context.body(bytes, 200, {
    ...headers,
    "content-type": file.type,
    "content-length": String(bytes.length),
    ...(encoding ? { "content-encoding": encoding } : {}),
  })
}

const notBuilt = `<p>The server runs, but the web app is not built.</p>
<p>In a checkout of Holdfast: <code>npm run build:web</code>, then load this page again. A package that was installed has it: install it again.</p>
<p>The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>`
