import type { Row } from "../../src/server/contract/common.ts"
import type { PermissionMode } from "../../src/session/event/common.ts"
import type { SessionState } from "../../src/session/state.ts"
import { modelHere } from "../../src/session/view/model.ts"
import { permissionsHere } from "../../src/session/view/permission.ts"
import type { ModeChoice } from "./choice.ts"

/** What a session is set to on this machine. */
export type Settings = {
  /** Null: the one that is found. */
  model: string | null
  mode: ModeChoice
  permission: PermissionMode
  /** It came from elsewhere, and nobody chose permissions here. */
  isForeign: boolean
}

/** What a session is set to; what a log from elsewhere says of privileges does not count. */
export function settingsOf(state: SessionState, row: Row | undefined): Settings {
  const foreignThrough = row?.foreignThrough ?? 0
  const { permission } = permissionsHere(state, foreignThrough)
  return {
    model: modelHere(state, foreignThrough),
    mode: state.log.mode ?? "auto",
    permission: permission.mode,
    isForeign: foreignThrough > 0 && state.log.permission.modeAt <= foreignThrough,
  }
}
