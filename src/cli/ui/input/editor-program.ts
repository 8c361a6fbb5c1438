import { spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Editor } from "@earendil-works/pi-tui"
import { HoldfastError } from "../../../session/error.ts"
import type { InlineScreen } from "../screen/inline-screen.ts"

/** Opens what is typed in the person's own editor, and takes over what was saved there. The session continues meanwhile. */
export async function editInProgram(screen: InlineScreen, editor: Editor): Promise<void> {
  const program = process.env.VISUAL || process.env.EDITOR || "vi"
  const directory = await mkdtemp(join(tmpdir(), "holdfast-message-"))
  const file = join(directory, "message.md")
  try {
    await writeFile(file, editor.getExpandedText(), { mode: 0o600 })
    screen.stop()
    const problem = await runInTerminal(program, file)
    screen.start()
    screen.requestRender(true)
    if (problem) throw new HoldfastError("invalid", `Your editor (${program}) did not save the message: ${problem}.`)
    editor.setText((await readFile(file, "utf8")).trimEnd())
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Gives the terminal to a program until it ends; what went wrong, if anything. */
function runInTerminal(program: string, file: string): Promise<string | null> {
  // Ctrl-C is for the program that has the terminal.
  const listeners = process.listeners("SIGINT")
  const ignore = () => undefined
  process.removeAllListeners("SIGINT").on("SIGINT", ignore)
  // The variable may hold options, as shells read them.
  const child = spawn("sh", ["-c", `${program} "$1"`, "sh", file], { stdio: "inherit" })
  const ended = new Promise<string | null>((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("close", (code) => resolve(code === 0 ? null : code === null ? "it was killed" : `exit code ${code}`))
  })
  return ended.finally(() => {
    process.off("SIGINT", ignore)
    for (const listener of listeners) process.on("SIGINT", listener)
  })
}
