import { useEffect } from "react"
import { commands, offered, useCommands } from "../live/commands.ts"
import { dialog } from "../live/dialogs.ts"
import { isMac, isPressed, isText } from "../live/keys.ts"
import { isTextField } from "../live/text-field.ts"
import { contextNow, shellCommands } from "./shell-commands.ts"

/** The keys of the page. In a text field a sign is text; while a dialog is open it has the keys. */
export function Keyboard() {
  useCommands(shellCommands)
  useEffect(() => {
    // On the window: whoever has the keys in a place of the page hears them first.
    addEventListener("keydown", onKeyDown)
    return () => removeEventListener("keydown", onKeyDown)
  }, [])
  return null
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.repeat) return
  const isWriting = isTextField(event.target)
  if (event.key === "Escape" && isTextField(event.target)) {
    event.target.blur()
    return
  }
  // A menu or a dialog has the keys for itself; the palette can be reached from everywhere.
  const isCovered = dialog.get() !== null || isInPopup(event.target)
  const context = contextNow()
  const found = offered(commands.get(), context).find(({ keys = [] }) =>
    keys.some((each) => isPressed(each, event, isMac) && !((isWriting || isCovered) && isText(each))),
  )
  if (!found || (isCovered && found.id !== "palette")) return
  event.preventDefault()
  found.run(context)
}

function isInPopup(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null
}
