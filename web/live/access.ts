import { ApiProblem } from "../../src/client/client.ts"
import { cell } from "./cell.ts"
import { client } from "./client.ts"
import { connection } from "./live.ts"

/** Whether the server still lets this browser in. */
export const loggedOut = cell(false)

/** The server has other files of the page than those that run here: it was upgraded. */
export const upgraded = cell(false)

/** Looks, whenever the stream breaks, whether that is because of the login; and when it is back, whether the page is old. */
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
    // Out of reach is no answer to this question.
    if (error instanceof ApiProblem && error.status !== 0) loggedOut.set(error.status === 401)
  }
}

async function lookAtVersion(): Promise<void> {
  const own = document.querySelector<HTMLScriptElement>("script[type=module][src]")?.getAttribute("src")
  if (!own || upgraded.get()) return
  try {
    const answer = await fetch("/", { cache: "no-store", headers: { accept: "text/html" } })
    const page = await answer.text()
    // Another page, such as that of the login, names no script of ours.
    if (answer.ok && page.includes('type="module"')) upgraded.set(!page.includes(`"${own}"`))
  } catch {
    // Out of reach again: the next time that it is back asks again.
  }
}
