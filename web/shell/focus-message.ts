/** Focuses the composer of the shown session. */
export function focusMessage(): void {
  messageField()?.focus()
}

/** The composer's text field, if a session is shown. */
export function messageField(): HTMLElement | null {
  return document.querySelector<HTMLElement>("main textarea, main [contenteditable=true]")
}
