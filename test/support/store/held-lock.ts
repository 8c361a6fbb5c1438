import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import { storeFileName } from "../../../src/store/sqlite/file.ts"

export type HeldLock = { pid: number; release(): Promise<void>; kill(): Promise<void> }

/** Another process that is writing to the store in a directory, until it is told to let go. */
export async function holdLock(directory: string): Promise<HeldLock> {
  const file = fileURLToPath(new URL("./lock-holder.ts", import.meta.url))
  const child = spawn(process.execPath, [file, join(directory, storeFileName)], {
    stdio: ["pipe", "pipe", "inherit"],
  })
  const exited = once(child, "exit")
  onTestFinished(() => void child.kill("SIGKILL"))
  await once(child.stdout, "data")
  return {
    pid: child.pid ?? 0,
    async kill() {
      child.kill("SIGKILL")
      await exited
    },
    async release() {
      child.stdin.end("now\n")
      await exited
    },
  }
}
