import type { Row } from "../../src/server/contract/common.ts"
import type { PermissionMode } from "../../src/session/event/common.ts"
import type { SessionState } from "../../src/session/state.ts"
import { modelHere } from "../../src/session/view/model-here.ts"
import { permissionsHere } from "../../src/session/view/permission.ts"
import type { ModeChoice } from "./choice.ts"

/** A session's settings as they apply on this machine. */
export type Settings = {
  /** Null: detected automatically. */
  model: string | null
  mode: ModeChoice
  permission: PermissionMode
  /** Imported, and no permissions were chosen on this machine. */
  isForeign: boolean
}

/** Reads the settings; privileges of an imported log do not apply. */
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
