import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Draft } from "../../../src/tools/contract.ts"
import { type FileIntent, settleIntents, stageDrafts } from "../../../src/tools/files/file-intent.ts"
import type { TestWorkspace } from "./test-workspace.ts"

/** Stages drafts and settles intents in the open test workspace. */
export function stagingIn(shop: () => TestWorkspace) {
  return {
    stage: (...drafts: Draft[]) =>
      stageDrafts(drafts, { key: "call", places: placesOf(drafts), putBlob: shop().context.putBlob }),
    settle: (intents: FileIntent[], guard: () => Promise<void> = permit) =>
      settleIntents(intents, { guard, root: shop().workspace }),
    tree: () => treeOf(shop().workspace),
  }
}

export const permit = async () => undefined

export function placesOf(drafts: readonly Draft[]) {
  return drafts.map(({ path }) => ({ path, shown: path, where: "workspace" as const }))
}

/** Every file of a directory with its text. */
export function treeOf(directory: string): Record<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path.slice(directory.length + 1), readFileSync(path, "latin1")]
    }),
  )
}
