import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ToolContext } from "../../../src/tools/contract.ts"
import { hashOf } from "../../../src/tools/files/file-content.ts"
import { type FileIntent, settleIntents, stageDrafts } from "../../../src/tools/files/file-intent.ts"
import { mortally } from "./mortal-files.ts"

/** What a process needs to stage and settle three files, and to be killed at a step of it. */
export type Mission = { workspace: string; log: string; dieAt: number }

export const missionFiles = { changed: "src/changed.txt", deleted: "old/deleted.txt", created: "new/deep/created.txt" }

/** Changes one file, deletes one and creates one, with intents on the disk; `dieAt` is the step before which it is killed. */
export async function fly({ workspace, log, dieAt }: Mission): Promise<void> {
  mkdirSync(log, { recursive: true })
  await mortally(
    dieAt,
    async () => {
      const drafts = [
        { path: join(workspace, missionFiles.deleted), before: Buffer.from("deleted before"), after: null },
        { path: join(workspace, missionFiles.changed), before: Buffer.from("before"), after: Buffer.from("after") },
        { path: join(workspace, missionFiles.created), before: null, after: Buffer.from("created") },
      ]
      const intents = await stageDrafts(drafts, { ...missionKey(workspace), putBlob: blobsIn(log) })
      record(join(log, "intents.json"), intents)
      await settleIntents(intents, { guard: async () => undefined, root: workspace })
      record(join(log, "outcome.json"), "done")
    },
    die,
  )
}

export function missionKey(workspace: string) {
  const places = Object.values(missionFiles).map((name) => ({
    path: join(workspace, name),
    shown: name,
    where: "workspace" as const,
  }))
  return { key: "mission", places }
}

/** The intents that were durable when the process died. */
export function recordedIntents(log: string): FileIntent[] | undefined {
  const file = join(log, "intents.json")
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined
}

function record(file: string, value: unknown): void {
  writeFileSync(`${file}.part`, JSON.stringify(value))
  renameSync(`${file}.part`, file)
}

function blobsIn(log: string): ToolContext["putBlob"] {
  return async (bytes) => {
    writeFileSync(join(log, hashOf(bytes)), bytes)
    return { blob: hashOf(bytes), bytes: bytes.length }
  }
}

function die(): void {
  process.kill(process.pid, "SIGKILL")
  // The signal may take effect a moment later: nothing more must happen here.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
