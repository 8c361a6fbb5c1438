import { Toast } from "@base-ui/react/toast"
import { ApiProblem } from "../../src/client/client.ts"
import { texts } from "../texts.ts"

/** The current notices, rendered by `Notices` in the shell. */
export const notices = Toast.createToastManager()

/** Shows a notice, with an optional action such as Undo. */
export function notify(title: string, { action }: { action?: { name: string; do: () => void } } = {}): void {
  const done = (does: () => void) => () => {
    // An action works once.
    notices.close(id)
    does()
  }
  const id = notices.add({
    title,
    timeout: action ? 10_000 : 5_000,
    ...(action ? { actionProps: { children: action.name, onClick: done(action.do) } } : {}),
  })
}

/** Shows an error, in the server's words if there are any. */
export function notifyProblem(error: unknown): void {
  const title = error instanceof ApiProblem || error instanceof Error ? error.message : texts.somethingWentWrong
  notices.add({ title, type: "problem", timeout: 12_000, priority: "high" })
}
