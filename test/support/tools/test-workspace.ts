import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { HoldfastError } from "../../../src/session/error.ts"
import type { Edit, Look, Result, ToolContext } from "../../../src/tools/contract.ts"
import { editOutcome } from "../../../src/tools/files/edit-outcome.ts"
import { hashOf } from "../../../src/tools/files/file-content.ts"
import { settleIntents, stageDrafts } from "../../../src/tools/files/file-intent.ts"

/** A workspace with real files, and a context whose blobs and seen files are kept in memory. */
export type TestWorkspace = ReturnType<typeof openTestWorkspace>

export function openTestWorkspace() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  const workspace = join(base, "work")
  const data = join(base, "data")
  mkdirSync(workspace)
  mkdirSync(data)
  const blobs = new Map<string, Uint8Array>()
  const seen = new Map<string, string>()
  const context: ToolContext = {
    session: "session-1",
    workspace,
    protected: [data, join(base, "config")],
    notes: join(data, "notes"),
    jobs: join(data, "jobs"),
    seen: (path) => seen.get(path),
    blob: async (hash) => {
      const bytes = blobs.get(hash)
      if (!bytes) throw new HoldfastError("not-found", `There is no blob ${hash}.`)
      return bytes
    },
    putBlob: async (bytes) => {
      blobs.set(hashOf(bytes), bytes)
      return { blob: hashOf(bytes), bytes: bytes.length }
    },
    emit: () => undefined,
    signal: new AbortController().signal,
  }
  const remember = (result: Result) => {
    for (const file of result.seen ?? []) seen.set(file.path, file.hash)
    return result
  }
  const path = (name: string) => join(workspace, name)

  return {
    base,
    workspace,
    data,
    context,
    seen,
    path,
    put(name: string, content: string | Uint8Array): string {
      mkdirSync(dirname(path(name)), { recursive: true })
      writeFileSync(path(name), content)
      return path(name)
    },
    text: (name: string) => readFileSync(path(name), "utf8"),
    bytes: (name: string) => readFileSync(path(name)),
    /** As if the model had read the file. */
    see(name: string): void {
      seen.set(path(name), hashOf(readFileSync(path(name))))
    },
    look: async <Arguments>(tool: Look<Arguments>, args: Arguments) => remember(await tool.run(args, context)),
    /** Does what the agent does with an edit. */
    async edit<Arguments>(tool: Edit<Arguments>, args: Arguments): Promise<Result> {
      const access = await tool.access(args, context)
      const made = await tool.draft(args, context)
      if ("status" in made) return made
      const places = access.kind === "write" ? access.places : []
      const intents = await stageDrafts(made.drafts, { key: "call-1", places, putBlob: context.putBlob })
      const settled = await settleIntents(intents, { guard: async () => undefined, root: workspace })
      return remember(await editOutcome(intents, settled, context))
    },
    close: () => rmSync(base, { recursive: true, force: true }),
  }
}
