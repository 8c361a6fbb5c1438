/** Something that a model wants to do, whatever the tools are called that it is offered. */
export type Intention =
  | { do: "read"; path: string }
  | { do: "write"; path: string; content: string }
  | { do: "edit"; path: string; old: string; new: string }
  | { do: "run"; command: string }
  | { do: "todo"; items: readonly TodoItem[] }

export type TodoItem = { text: string; state: "pending" | "active" | "completed" }

/** A small workspace, what a person asks for in it, and how a sound model goes about it. */
export type Task = {
  name: string
  words: string
  files: Readonly<Record<string, string>>
  steps: readonly Intention[]
  closing: string
  /** What can be found out on the way, and has to be known in the end. */
  facts?: readonly string[]
  /** What must be in the workspace in the end: exact bytes, null for no such file, or something that holds. */
  right: Readonly<Record<string, string | null | ((text: string) => boolean)>>
}

/** What is wrong in the workspace, one sentence a file; nothing where all is as asked for. */
export function wrongIn(task: Task, textOf: (path: string) => string | null): string[] {
  return Object.entries(task.right).flatMap(([path, wanted]) => {
    const text = textOf(path)
    if (text === null) return wanted === null ? [] : [`${path} is not there`]
    if (wanted === null) return [`${path} is there`]
    const isRight = typeof wanted === "string" ? text === wanted : wanted(text)
    return isRight ? [] : [`${path} is wrong: ${JSON.stringify(text.slice(0, 80))}`]
  })
}

/** The longest plain piece of a text: what it is recognised by, however it was quoted on its way. */
export function markOf(text: string): string {
  const pieces = text.match(/[A-Za-z0-9_.,! -]+/g) ?? []
  return pieces.reduce((longest, piece) => (piece.trim().length > longest.length ? piece.trim() : longest), "")
}
