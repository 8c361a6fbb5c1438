import { oneOf, remembered } from "./remembered.ts"

/** What sends a message: Enter (Shift+Enter for a new line) or Ctrl+Enter (Enter for a new line). */
export const sendKey = remembered("holdfast.send-key", oneOf(["enter", "mod-enter"]))

/** Whether to notify when a session waits or finishes while the page is hidden. */
export const notifications = remembered("holdfast.notifications", (kept) => kept === true)
