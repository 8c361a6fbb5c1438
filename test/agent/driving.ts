import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { onTestFinished } from "vitest"
import type { Scene } from "./scene.ts"

/** Starts a process that drives the session; `said` is how its drive came to rest. */
export function driveInProcess({ directory, configuration, session }: Scene, baseUrl: string) {
  const script = fileURLToPath(new URL("drive-process.ts", import.meta.url))
  const ended = Promise.withResolvers<string>()
  const env = { ...process.env, HOLDFAST_CONFIG: configuration, OPENAI_COMPATIBLE_API_KEY: "none" }
  const child = execFile(process.execPath, [script, directory, session, baseUrl], { env }, (error, stdout, stderr) =>
    error && !child.killed ? ended.reject(new Error(stderr)) : ended.resolve(stdout),
  )
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, said: ended.promise }
}
