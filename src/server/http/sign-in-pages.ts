import type { Context, Hono } from "hono"
import { cookieFor } from "../access/cookie.ts"
import type { Access, Credential } from "../access/open-access.ts"
import { addressOf, cameByHttps } from "../access/proxy.ts"
import { HttpProblem, problemFor } from "./http-problem.ts"
import type { Env } from "./mount-endpoints.ts"
import { escaped, page, pageStyle } from "./plain-page.ts"
import { wholeBody } from "./request-body.ts"
import { pageIn } from "./web-app.ts"

const formLimit = 8_192

/** The sign-in pages, which work without the web app. */
export function mountPages(app: Hono<Env>, access: Access): void {
  app.get("/page.css", (context) => context.body(pageStyle, 200, { "content-type": "text/css; charset=utf-8" }))
  app.get("/login.js", (context) => context.body(script, 200, { "content-type": "text/javascript; charset=utf-8" }))
  // GET only shows a form: link previews must not spend the one-time code.
  app.get("/login", (context) => {
    const to = pageIn(context.req.query("to"))
    if (context.get("by")) return context.redirect(to, 303)
    const code = context.req.query("code") ?? ""
    return context.html(page("Sign in", isCode(code) ? codeForm(code, to) : ownWay(to) + formFor(access, to) + byLink))
  })
  app.post("/login", async (context) => {
    let to = "/"
    let credential: Credential | undefined
    try {
      const form = await formOf(context)
      to = pageIn(form.get("to"))
      const from = {
        header: (name: string) => context.req.header(name),
        address: addressOf(context.env.incoming, access.hosts),
      }
      credential = credentialIn(form)
      const cookie = await access.login(credential, from)
      context.header("set-cookie", cookieFor(cookie, { secure: cameByHttps(from.header, access.hosts) }))
      return context.redirect(to, 303)
    } catch (error) {
      // Already signed in: continue to the target.
      if (context.get("by")) return context.redirect(to, 303)
      const { status, body, headers } = problemFor(error, context.get("request"))
      if (status >= 500) throw error
      // Show how to get another link beside the error.
      const ways = formFor(access, to) + (credential && "code" in credential ? "" : byLink)
      const text = `<p role="alert">${escaped(body.error.message)}</p>${ways}`
      return context.html(page("Sign-in failed", text), status as 401, headers)
    }
  })
}

async function formOf(context: Context<Env>): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(context.req.header("content-type") ?? "")) {
    throw new HttpProblem("unsupported-media", "This address accepts only the form of the sign-in page.")
  }
  return new URLSearchParams((await wholeBody(context.env.incoming, formLimit)).toString("utf8"))
}

function credentialIn(form: URLSearchParams): Credential {
  const password = form.get("password")
  return password === null ? { code: form.get("code") ?? "" } : { password }
}

const isCode = (text: string) => /^[\w-]{1,200}$/.test(text)

const codeForm = (code: string, to: string) =>
  `<form method="post" action="/login" data-at-once>
<input type="hidden" name="code" value="${escaped(code)}">
${hiddenTo(to)}
<p>This link signs in this browser. It works once.</p>
<p><button type="submit">Sign in</button></p>
</form>
<script src="/login.js"></script>`

const passwordForm = (to: string) => `<form method="post" action="/login">
${hiddenTo(to)}
<p><label>Password <input type="password" name="password" autocomplete="current-password" required autofocus></label></p>
<p><button type="submit">Sign in</button></p>
</form>`

const formFor = (access: Access, to: string) => (access.hasPassword() ? passwordForm(to) : "")

const byLink = `<p>Open a one-time sign-in link. This prints a new one, also while Holdfast is running:</p>
<pre><code>holdfast serve</code></pre>
<p>Or create a link on a device that is already signed in.</p>`

// SameSite=Strict withholds the cookie when a link on another site was followed: a request from our own page includes
// it.
const ownWay = (to: string) => `${hiddenTo(to)}<script src="/login.js"></script>`

const hiddenTo = (to: string) => `<input type="hidden" name="to" value="${escaped(to)}">`

const script = `const form = document.querySelector("form[data-at-once]")
if (form) form.submit()
else {
  const { value } = document.querySelector("input[name=to]")
  fetch("/api/me").then(({ ok }) => ok && location.replace(value))
}
`
