import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Editor } from "@earendil-works/pi-tui"
import { HoldfastError } from "../../../session/error.ts"
import type { InlineScreen } from "../screen/inline-screen.ts"

/** Opens what is typed in the person's own editor, and takes over what was saved there. */
export function editInProgram(screen: InlineScreen, editor: Editor, onFailure: (error: unknown) => void): void {
  const program = process.env.VISUAL || process.env.EDITOR || "vi"
  const directory = mkdtempSync(join(tmpdir(), "holdfast-message-"))
  const file = join(directory, "message.md")
  try {
    writeFileSync(file, editor.getExpandedText(), { mode: 0o600 })
    screen.stop()
    // The variable may hold options, as shells read them.
    const { status, error } = spawnSync("sh", ["-c", `${program} "$1"`, "sh", file], { stdio: "inherit" })
    screen.start()
    screen.requestRender(true)
    if (error || status !== 0) {
      const why = error ? error.message : status === null ? "it was killed" : `exit code ${status}`
      onFailure(new HoldfastError("invalid", `Your editor (${program}) did not save the message: ${why}.`))
      return
    }
    editor.setText(readFileSync(file, "utf8").trimEnd())
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
