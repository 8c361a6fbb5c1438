const notWritten: ReadonlySet<string> = new Set(["checkbox", "radio", "range", "button", "submit"])

/** Whether an element takes text input. */
export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true
  return target instanceof HTMLInputElement && !notWritten.has(target.type)
}
