import { cell } from "./cell.ts"

/** The dialogs; one is open at a time. */
export type OpenDialog =
  | { kind: "new-session"; workspace?: string }
  | { kind: "settings" }
  | { kind: "keyboard" }
  | { kind: "palette" }
  | { kind: "tags"; session: string }
  | { kind: "tag-all"; sessions: readonly string[] }
  /** Rewinds to before this event, with the head that the user saw; without it the user chooses. */
  | { kind: "rewind"; session: string; chosen?: { before: number; head: number } }
  | { kind: "erase"; sessions: readonly string[] }

/** The open dialog, rendered by the shell. */
export const dialog = cell<OpenDialog | null>(null)

/** Opens a dialog, replacing an open one. */
export const openDialog = (opened: OpenDialog): void => dialog.set(opened)

export const closeDialog = (): void => dialog.set(null)
