import { type Gap, missingGap } from "./gap.ts"
import type { CompletionInput } from "./input.ts"

const words = "containing|contains|contain|content|contents|text|line|saying|says|say|reads|reading|exactly"
const quoted = new RegExp(`\\b(?:${words})\\b[^.\\n"'\`“]{0,30}["'\`“]([^"'\`“”\\n]{2,200})["'\`”]`, "gi")
const afterColon = new RegExp(`\\b(?:${words})\\b[^.\\n:"'\`“]{0,30}:[ \\t]+([^\\s"'\`“][^\\n]{1,200})$`, "gim")

/** The words that a task wants to stand in a file, as it gives them. */
export function statedContents(task: string): string[] {
  const found = [...task.matchAll(quoted), ...task.matchAll(afterColon)].map((match) => (match[1] ?? "").trim())
  return [...new Set(found)].filter((text) => text.length > 1)
}

/** What the task wants to be written, word for word, and no file that was changed has. */
export function missingContents({ task, texts }: Pick<CompletionInput, "task" | "texts">): Gap[] {
  const after = texts.flatMap((text) => (text.after === null ? [] : [plain(text.after)]))
  // What is too long to be looked at may have it.
  if (after.length === 0) return []
  return statedContents(task)
    .filter((stated) => !after.some((text) => text.includes(plain(stated))))
    .map((stated) => {
      const summary = `"${stated.slice(0, 80)}", which the task wants to be written, is in no file that was changed`
      const next = `Write "${stated.slice(0, 80)}" where the task wants it`
      return missingGap({ category: "action", source: "changes", summary, subject: stated, next, firmness: "soft" })
    })
}

/** A full stop may end the sentence of the task, and lines may end in any way. */
const plain = (text: string) => text.replace(/\s+/g, " ").replace(/\.$/, "").trim()
