const hintMs = 2_000

export type Hint = {
  /** What it says, until that has passed. */
  readonly text: string | null
  /** The second press of a key: true while its own hint is there, which the first one shows. */
  isConfirmed(text: string): boolean
}

/** A line that passes, such as that a second press of a key quits. */
export function createHint(onChange: () => void): Hint {
  let shown: { text: string; until: number } | null = null
  const textNow = () => (shown && shown.until > Date.now() ? shown.text : null)
  return {
    get text() {
      return textNow()
    },
    isConfirmed(text) {
      if (textNow() === text) return true
      shown = { text, until: Date.now() + hintMs }
      setTimeout(onChange, hintMs + 10).unref()
      onChange()
      return false
    },
  }
}
