import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { storeFileName } from "../../sqlite/file.ts"

/** Another process that is writing to the store in a directory, until it is told to let go. */
export async function holdLock(directory: string): Promise<{ letGo(): Promise<void> }> {
  const file = fileURLToPath(new URL("./lock-holder.ts", import.meta.url))
  const child = spawn(process.execPath, [file, join(directory, storeFileName)], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const exited = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  await once(child.stdout, "data")
  return {
    async letGo() {
      child.stdin.end("now\n")
      await exited
    },
  }
}
