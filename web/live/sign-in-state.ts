import { ApiProblem } from "../../src/client/client.ts"
import { client } from "./api-client.ts"
import { cell } from "./cell.ts"
import { connection } from "./live.ts"

/** Whether this browser is still signed in. */
export const loggedOut = cell(false)

/** The server was upgraded: its web app differs from the one running here. */
export const upgraded = cell(false)

/** When the stream breaks, checks the login; when it is back, checks for a newer web app. */
export function watchAccess(): () => void {
  let wasBroken = false
  return connection.subscribe(() => {
    const { state } = connection.get()
    if (state === "retrying" || state === "offline") {
      wasBroken = true
      void lookAtLogin()
    }
    if (state !== "live") return
    loggedOut.set(false)
    if (wasBroken) void lookAtVersion()
    wasBroken = false
  })
}

async function lookAtLogin(): Promise<void> {
  try {
    await client.call("GET /api/me", {})
    loggedOut.set(false)
  } catch (error) {
    // An unreachable server says nothing about the login.
    if (error instanceof ApiProblem && error.status !== 0) loggedOut.set(error.status === 401)
  }
}

async function lookAtVersion(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src")
  if (!own || upgraded.get()) return
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } })
    const page = await answer.text()
    // Other pages, such as the login, contain no script of ours.
    if (answer.ok && page.includes('type="module"')) upgraded.set(!page.includes(`"${own}"`))
  } catch {
    // Unreachable again: checked at the next reconnect.
  }
}
