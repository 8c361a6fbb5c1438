import type { Context, Hono } from "hono"
import { type Env, shortPath } from "./mount.ts"
import { escaped, page } from "./page.ts"
import type { WebFile, WebFiles } from "./web-files.ts"

/** Puts the web app on the server: its page for those who are in, and its files, which hold no secret, for all. */
export function mountWeb(app: Hono<Env>, web: WebFiles): void {
  const show = async (context: Context<Env>) => {
    if (!context.get("by")) return context.redirect(loginFor(context.req.path), 303)
    const index = await web.page()
    return index ? sent(context, index) : context.html(page("Not built yet", notBuilt), 503)
  }
  app.get("/", show)
  app.get("/sessions/*", show)
  app.get("*", async (context, next) => {
    const { path } = context.req
    if (path.startsWith("/api/")) return next()
    const file = await web.file(path)
    if (file) return sent(context, file)
    // A person reads a page; a program is told in its own terms.
    const isRead = context.req.header("accept")?.includes("text/html") ?? false
    return isRead ? context.html(page("Nothing here", nothingAt(path)), 404) : next()
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

const nothingAt = (path: string) => `<p>There is nothing at <code>${escaped(shortPath(path))}</code>.</p>
<p><a href="/">To the start page</a></p>`

const notBuilt = `<p>The server runs, but the web app is not built.</p>
<p>In a checkout of Holdfast run this, then load this page again:</p>
<pre><code>npm run build:web</code></pre>
<p>A package that was installed has it: install it again.</p>
<p>The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>`
