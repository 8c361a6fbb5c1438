/** A token with suggestions: a file after `@`, or a command if it is the whole message. */
export type Token = { kind: "file" | "command"; typed: string; from: number; to: number }

/** The token that the caret is in, if any. */
export function tokenAt(text: string, caret: number): Token | null {
  const before = text.slice(0, caret)
  const command = /^\/([a-z-]*)$/i.exec(before)
  const to = caret + wordAfter(text, caret)
  // A command replaces the message, so it is only offered if there is nothing else to lose.
  if (command && text.slice(to).trim() === "") return { kind: "command", typed: command[1] ?? "", from: 0, to }
  const file = /(?:^|[\s("'`])@([^\s@]*)$/.exec(before)
  if (!file) return null
  const typed = file[1] ?? ""
  return { kind: "file", typed, from: caret - typed.length - 1, to }
}

/** Replaces the token; returns the text and the new caret position. */
export function withTaken(text: string, { from, to }: Token, taken: string): { text: string; caret: number } {
  const rest = text.slice(to)
  const gap = /^\s/.test(rest) ? "" : " "
  return { text: text.slice(0, from) + taken + gap + rest, caret: from + taken.length + 1 }
}

/** A path as written in a message; quoted if it contains spaces. */
export function pathInText(path: string): string {
  return /\s/.test(path) ? `\`${path}\`` : path
}

function wordAfter(text: string, caret: number): number {
  return /^[^\s]*/.exec(text.slice(caret))?.[0].length ?? 0
}
