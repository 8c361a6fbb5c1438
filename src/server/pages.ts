import type { Context, Hono } from "hono"
import type { Access, Credential } from "./access/access.ts"
import { cookieFor } from "./access/cookie.ts"
import { addressOf, cameByHttps } from "./access/proxy.ts"
import { wholeBody } from "./body.ts"
import { HttpProblem, problemFor } from "./http-problem.ts"
import type { Env } from "./mount.ts"

const formLimit = 8_192

/** The pages that need no web app: what is here, and the way in. No script and no style is inside of them. */
export function mountPages(app: Hono<Env>, access: Access): void {
  app.get("/", (context) => context.html(page("Holdfast", welcome)))
  app.get("/page.css", (context) => context.body(style, 200, { "content-type": "text/css; charset=utf-8" }))
  app.get("/login.js", (context) => context.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }))
  // It shows a form and spends nothing: programs that look at links before people do would use them up.
  app.get("/login", (context) => {
    if (context.get("by")) return context.redirect("/", 303)
    const code = context.req.query("code") ?? ""
    return context.html(page("Come in", isCode(code) ? codeForm(code) : otherWays(access)))
  })
  app.post("/login", async (context) => {
    try {
      const from = {
        header: (name: string) => context.req.header(name),
        address: addressOf(context.env.incoming, access.hosts),
      }
      const cookie = await access.login(await credentialOf(context), from)
      context.header("set-cookie", cookieFor(cookie, { secure: cameByHttps(from.header, access.hosts) }))
      return context.redirect("/", 303)
    } catch (error) {
      // The link of a device that is in already leads to where it leads to.
      if (context.get("by")) return context.redirect("/", 303)
      const { status, body, headers } = problemFor(error, context.get("request"))
      if (status >= 500) throw error
      const text = `<p role="alert">${escaped(body.error.message)}</p>${otherWays(access)}`
      return context.html(page("Not let in", text), status as 401, headers)
    }
  })
}

async function credentialOf(context: Context<Env>): Promise<Credential> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(context.req.header("content-type") ?? "")) {
    throw new HttpProblem("unsupported-media", "This takes the form of the login page.")
  }
  const form = new URLSearchParams((await wholeBody(context.env.incoming, formLimit)).toString("utf8"))
  const password = form.get("password")
  return password === null ? { code: form.get("code") ?? "" } : { password }
}

const isCode = (text: string) => /^[\w-]{1,200}$/.test(text)

const codeForm = (code: string) =>
  `<form method="post" action="/login" data-at-once>
<input type="hidden" name="code" value="${escaped(code)}">
<p>This link lets this browser in. It works once.</p>
<p><button type="submit">Come in</button></p>
</form>
<script src="/login.js"></script>`

const passwordForm = `<form method="post" action="/login">
<p><label>Password <input type="password" name="password" autocomplete="current-password" required autofocus></label></p>
<p><button type="submit">Come in</button></p>
</form>`

const otherWays = (access: Access) => `${access.hasPassword() ? passwordForm : ""}
<p>The way in is a link that works once. <code>holdfast serve</code> prints one at each start; a device that is in can make one for this device.</p>`

const welcome = `<p>The server runs. Its API is described in <a href="/api/openapi.json">/api/openapi.json</a>.</p>`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/page.css">
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`

const script = `document.querySelector("form[data-at-once]")?.submit()\n`

const style = `:root { color-scheme: light dark }
body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0 }
main { max-width: 34rem; margin: 15vh auto 0; padding: 0 1rem }
input, button { font: inherit; padding: 0.4em 0.8em }
`

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
