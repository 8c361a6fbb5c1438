import { realpathSync } from "node:fs"
import { configDirectory } from "../../agent/configuration/config.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { type Preview, type PreviewFor, previewPrompt } from "../../agent/prompt/preview.ts"
import { emptyState } from "../../session/empty-state.ts"
import type { SessionState } from "../../session/state.ts"
import type { SessionRow, Store } from "../../store/contract.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"

/** The next prompt of a session; without one, that of a new session here. */
export async function previewHere(of: { store: Store; row: SessionRow } | null, wanted: PreviewFor): Promise<Preview> {
  const here = { directory: dataDirectory(), configuration: configDirectory(), path: process.env.PATH }
  if (!of) return previewPrompt({ ...here, store: nothingStored, state: stateOfNew(), foreignThrough: 0 }, wanted)
  const { store, row } = of
  const { foreignThrough } = row
  return previewPrompt({ ...here, store, state: await store.state(row.id), foreignThrough }, wanted)
}

function stateOfNew(): SessionState {
  const state = emptyState("new")
  const workspace = realpathSync(process.cwd())
  return { ...state, log: { ...state.log, workspace, project: projectOf(workspace) } }
}

const nothingStored: Pick<Store, "blob"> = {
  blob: () => Promise.reject(new TypeError("a new session has nothing stored")),
}
