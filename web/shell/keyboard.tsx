import { useEffect } from "react"
import { commands, offered, useCommands } from "../live/commands.ts"
import { dialog } from "../live/dialogs.ts"
import { isMac, isPressed, isText } from "../live/shortcuts.ts"
import { isTextField } from "../live/text-field.ts"
import { contextNow, shellCommands } from "./shell-commands.ts"

/** The global shortcuts. Text fields keep printable keys, open dialogs keep all. */
export function Keyboard() {
  useCommands(shellCommands)
  useEffect(() => {
    // On the window, so that handlers inside the page come first.
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
  // Menus and dialogs keep their keys; only the palette opens from everywhere.
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
