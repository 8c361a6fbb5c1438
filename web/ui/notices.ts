import { Toast } from "@base-ui/react/toast"
import { ApiProblem } from "../../src/client/client.ts"
import { texts } from "../texts.ts"

/** Short notices at the edge of the page; `Notices` in the shell draws them. */
export const notices = Toast.createToastManager()

/** Says something, with one thing to do about it where there is one: an undo, for example. */
export function notify(title: string, { action }: { action?: { name: string; do: () => void } } = {}): void {
  const done = (does: () => void) => () => {
    // What was done cannot be done again.
    notices.close(id)
    does()
  }
  const id = notices.add({
    title,
    timeout: action ? 10_000 : 5_000,
    ...(action ? { actionProps: { children: action.name, onClick: done(action.do) } } : {}),
  })
}

/** Tells that something did not work, in the words of the server where it said something. */
export function notifyProblem(error: unknown): void {
  const title = error instanceof ApiProblem || error instanceof Error ? error.message : texts.somethingWentWrong
  notices.add({ title, type: "problem", timeout: 12_000, priority: "high" })
}
