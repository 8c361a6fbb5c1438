import { z } from "zod"
import type { DoneItem } from "../session/event/done.ts"
import type { Note } from "./contract.ts"
import { hashOf } from "./files/file-content.ts"

const schema = z.object({
  items: z.array(
    z.object({
      text: z.string().min(1),
      state: z.enum(["pending", "active", "completed"]).optional(),
      activeForm: z.string().optional(),
    }),
  ),
})

const marks = { pending: "[ ]", active: "[>]", completed: "[x]" } as const

/** Keeps the list of what is to be done. */
export const todoTool: Note<z.infer<typeof schema>> = {
  kind: "note",
  name: "todo",
  description:
    "Sets the whole list of things to do, for work of several steps. Keep one active; mark each completed as soon as it is done.",
  schema,
  aliases: {
    todos: "items",
    tasks: "items",
    list: "items",
    content: "text",
    task: "text",
    title: "text",
    description: "text",
    status: "state",
    active_form: "activeForm",
  },
  access: () => ({ kind: "none" }),
  note: ({ items }) => {
    const noted = withIds(items)
    if (noted.length === 0) return { items: [], text: "The list is empty now." }
    return { items: noted, text: noted.map(({ state, text }) => `${marks[state]} ${text}`).join("\n") }
  },
}

/** An item is known by its text: said again, it is the same one. */
function withIds(items: z.infer<typeof schema>["items"]): DoneItem[] {
  const known = new Map<string, DoneItem>()
  for (const { text, state = "pending", activeForm } of items) {
    const id = idOfText("todo", text)
    known.set(id, { id, text, state, ...(activeForm === undefined ? {} : { activeForm }) })
  }
  return [...known.values()]
}

/** What is known by its text, such as a thing to do or a criterion: said again in other spacing or case, it is the same. */
export function idOfText(kind: string, text: string): string {
  return `${kind}-${hashOf(Buffer.from(text.trim().replace(/\s+/g, " ").toLowerCase())).slice(0, 12)}`
}
