import { cell } from "./cell.ts"

/** What is asked for in a dialog. One is open at a time. */
export type OpenDialog =
  | { kind: "new-session"; workspace?: string }
  | { kind: "settings" }
  | { kind: "keyboard" }
  | { kind: "palette" }
  | { kind: "tags"; session: string }
  | { kind: "tag-all"; sessions: readonly string[] }
  /** To before the event `before`, as the person saw the session up to `head`; else they choose. */
  | { kind: "rewind"; session: string; chosen?: { before: number; head: number } }
  | { kind: "erase"; sessions: readonly string[] }

/** The dialog that is open. The shell draws it; any room may open one. */
export const dialog = cell<OpenDialog | null>(null)

/** Opens a dialog in place of the one that is open. */
export const openDialog = (opened: OpenDialog): void => dialog.set(opened)

/** Closes the dialog that is open. */
export const closeDialog = (): void => dialog.set(null)
