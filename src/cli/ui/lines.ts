import { createInterface } from "node:readline"
import type { EventData } from "../../session/event.ts"
import type { CliContext } from "../cli-context.ts"
import { requireModel } from "../model-notice.ts"
import { sendAndDrive } from "../session/drive-session.ts"
import type { Terminal } from "../terminal.ts"

/** On a terminal whose cursor cannot be moved: one task a line, shown as `run` shows it. */
export async function runLines(
  context: CliContext,
  given: { settings: EventData<"session.configured">; task: string; session: string | undefined },
  terminal: Terminal,
): Promise<number> {
  const { store, agent, models } = context
  const { model, baseUrl, permissionMode, mode } = given.settings
  let { session, task } = given
  for (;;) {
    if (task === "") task = (await readLine("> ")) ?? "/quit"
    if (task === "/quit") return 0
    if (task !== "") {
      await requireModel(models, model ?? null)
      session ??= await agent.open({
        workspace: process.cwd(),
        ...(model ? { model } : {}),
        ...(baseUrl ? { baseUrl } : {}),
        ...(permissionMode ? { permissionMode } : {}),
        ...(mode ? { mode } : {}),
      })
      const { seq: after } = await store.row(session)
      await sendAndDrive(context, { session, after, task: { text: task } }, terminal)
    }
    task = ""
  }
}

/** One line from the keyboard; undefined at its end. */
function readLine(prompt: string): Promise<string | undefined> {
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false, prompt })
  reader.prompt()
  return new Promise((resolve) => {
    let line: string | undefined
    reader.once("line", (given) => {
      line = given.trim()
      reader.close()
    })
    reader.once("close", () => resolve(line))
  })
}
