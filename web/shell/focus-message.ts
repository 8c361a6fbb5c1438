/** Puts the cursor into the message of the session that is shown. */
export function focusMessage(): void {
  document.querySelector<HTMLElement>("main textarea, main [contenteditable=true]")?.focus()
}
