import { existsSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { serveStatic } from "@hono/node-server/serve-static"
import type { Hono, MiddlewareHandler } from "hono"
import { etag } from "hono/etag"
import { type Env, shortPath } from "./mount-endpoints.ts"
import { escaped, page } from "./plain-page.ts"

/** The built web app: below `dist` in a checkout, beside this code in the package. */
export const ownWebDirectory = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "../../../dist/web" : "./web", import.meta.url),
)

/** Serves the web app: the page to signed-in users, its files, which hold no secret, to everyone. */
export function mountWeb(app: Hono<Env>, directory: string): void {
  const servePage = serveStatic<Env>({ path: join(directory, "index.html"), precompressed: true })
  // Not by `root`: the library complains on the console while it is missing, and the app may be built later.
  const serveFile = serveStatic<Env>({ rewriteRequestPath: (path) => join(directory, path), precompressed: true })
  const showPage: MiddlewareHandler<Env> = async (context, next) => {
    if (!context.get("by")) return context.redirect(loginFor(context.req.path), 303)
    context.header("cache-control", "no-cache")
    const served = existsSync(join(directory, "index.html")) && (await servePage(context, next))
    return served || context.html(page("Not built yet", howToBuild), 503)
  }
  app.get("/", etag(), showPage)
  app.get("/sessions/*", etag(), showPage)
  app.get("*", etag(), async (context, next) => {
    const { path } = context.req
    if (path.startsWith("/api/")) return next()
    if (filePath.test(path) && existsSync(join(directory, path))) {
      context.header("cache-control", path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache")
      return serveFile(context, next)
    }
    // Browsers get a page, programs the API's error.
    const wantsPage = context.req.header("accept")?.includes("text/html") ?? false
    return wantsPage ? context.html(page("Nothing here", nothingAt(path)), 404) : next()
  })
}

/** The files to serve: no dot files, no precompressed variants, and no second address for the page. */
const filePath = /^\/(?:assets\/)?[\w-][\w-]*(?:\.[\w-]+)*\.(?:js|css|svg|json|png|woff2)$/

/** The page to show after signing in; only paths of the app, so that a link cannot redirect to another site. */
export function pageIn(path: string | null | undefined): string {
  return path && /^\/sessions\/[\w.-]{1,100}$/.test(path) ? path : "/"
}

function loginFor(path: string): string {
  const wanted = pageIn(path)
  return wanted === "/" ? "/login" : `/login?to=${encodeURIComponent(wanted)}`
}

const nothingAt = (path: string) => `<p>There is nothing at <code>${escaped(shortPath(path))}</code>.</p>
<p><a href="/">To the start page</a></p>`

const howToBuild = `<p>The server runs, but the web app is not built.</p>
<p>In a checkout of Holdfast run this, then load this page again:</p>
<pre><code>npm run build:web</code></pre>
<p>A package that was installed has it: install it again.</p>
<p>The API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>`
