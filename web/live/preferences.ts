import { oneOf, remembered } from "./remembered.ts"

/** What sends a message: Enter, with Shift+Enter for a new line; or Ctrl+Enter, with Enter for a new line. */
export const sendKey = remembered("holdfast.send-key", oneOf(["enter", "mod-enter"]))

/** Whether the browser may tell when a session waits or is done while the page is not looked at. */
export const notifications = remembered("holdfast.notifications", (kept) => kept === true)
