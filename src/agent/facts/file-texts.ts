import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { isAbsolute, join } from "node:path"
import { shownPath } from "../../base/path-within.ts"
import { systemCode } from "../../base/system-error.ts"
import type { Event } from "../../session/event.ts"
import { isOfCheck } from "../../session/view/check-event.ts"
import type { FileText } from "../../workflow/checks/configuration.ts"
import type { Work } from "../turn/work.ts"

const bounds = { files: 500, bytes: 262_144 } as const

/** The changed files as they were before the work and as they are now; undefined for what is too long or no text. */
export async function fileTexts(
  events: readonly Event[],
  paths: ReadonlySet<string>,
  { store, state }: Pick<Work, "store" | "state">,
): Promise<FileText[]> {
  const { workspace } = state.log
  const first = new Map<string, string | null | undefined>()
  const remember = (path: string, before: string | null, blob: string | undefined) => {
    if (!first.has(path) && paths.has(shownPath(workspace, path))) first.set(path, before === null ? null : blob)
  }
  for (const event of events) {
    if (event.type === "tool.started") {
      for (const { path, preImage, before } of event.data.files ?? []) remember(path, before, preImage?.blob)
    }
    if (event.type !== "tool.finished" || isOfCheck(event)) continue
    for (const { path, preImage, before } of event.data.changed) remember(path, before, preImage?.blob)
  }
  return Promise.all(
    [...first].slice(-bounds.files).map(async ([path, blob]) => ({
      path: shownPath(workspace, path),
      before: blob === undefined ? undefined : blob === null ? null : textIn(await store.blob(blob)),
      after: await textAt(isAbsolute(path) ? path : join(workspace, path)),
    })),
  )
}

async function textAt(path: string): Promise<string | null | undefined> {
  // Without blocking: a path may have become a pipe.
  const opened = open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const file = await opened.catch((error: unknown) => (systemCode(error) === "ENOENT" ? null : undefined))
  if (!file) return file
  try {
    const stats = await file.stat()
    return stats.isFile() && stats.size <= bounds.bytes ? textIn(await file.readFile()) : undefined
  } finally {
    await file.close()
  }
}

function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.length > bounds.bytes || bytes.includes(0)) return undefined
  return Buffer.from(bytes).toString("utf8")
}
