import { spawn } from "node:child_process"
import { once } from "node:events"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { expect, onTestFinished } from "vitest"
import type { Store } from "../../src/index.ts"
import { ask, openSession } from "./scene-turn.ts"
import { stored } from "./stored.ts"

/** A session whose model has been asked and has not said anything yet. */
export async function streaming(store: Store, task = "do a long task") {
  const session = await openSession(store)
  const lease = await store.acquire(session, { type: "Agent" })
  return { session, lease, ...(await ask(store, lease, task)) }
}

/** Hands over streamed text and waits until it is on the disk. */
export async function checkpointed(
  { store, directory }: { store: Store; directory: string },
  session: string,
  asked: number,
  piece: string,
  offset = 0,
): Promise<void> {
  const disk = stored(directory)
  store.checkpoint({ session, epoch: 1, owner: { type: "", path: "" } }, asked, {
    channel: "text",
    offset,
    text: piece,
  })
  await expect.poll(() => disk.pieces(session).join("").slice(offset), { interval: 5 }).toBe(piece)
}

/** Starts a process that streams in a session, and ends as it is told: see stream-process.ts. */
export function startStreaming(ending: string, directory: string, session: string) {
  const script = fileURLToPath(new URL("stream-process.ts", import.meta.url))
  const child = spawn(process.execPath, [script, directory, session, ending], { stdio: ["ignore", "pipe", "inherit"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  return { child, ended: once(child, "exit") }
}

/** The same, and waits for its end. */
export async function runStreaming(
  ending: string,
  directory: string,
  session: string,
): Promise<{ code: unknown; output: string }> {
  const { child, ended } = startStreaming(ending, directory, session)
  const output = text(child.stdout)
  const [code] = await ended
  return { code, output: await output }
}
