import { oneLine } from "../../base/plain-words.ts"
import type { Paint } from "../text/paint.ts"
import { lastColumns } from "../text/width.ts"

/** A Markdown text as it is written: what is printed of it does not change any more. */
export type ProseFlow = {
  /** Takes more of it, and gives the lines of the blocks that are whole by now. */
  add(text: string): Promise<string[]>
  /** The lines of the rest. */
  end(): Promise<string[]>
  /** The end of the block that is being written. */
  preview(width: number): string
}

export function proseFlow({ paint, width }: { paint: Paint; width(): number }): ProseFlow {
  let said = ""
  let printed = 0
  let last = ""
  const lines = async (which: "whole" | "all") => {
    // What draws Markdown takes a while to load: an answer is the first to need it.
    const [{ blocksOf }, { proseLines }] = await Promise.all([
      import("../ui/transcript/markdown-blocks.ts"),
      import("../ui/transcript/prose.ts"),
    ])
    const blocks = blocksOf(said)
    last = blocks.at(-1) ?? ""
    const upTo = which === "all" ? blocks.length : blocks.length - 1
    const drawn = blocks.slice(printed, Math.max(printed, upTo)).flatMap((block, at) => {
      const own = proseLines(block, { paint, width: width() })
      return printed + at > 0 ? ["", ...own] : own
    })
    printed = Math.max(printed, upTo)
    return drawn
  }
  return {
    add(text) {
      said += text
      return lines("whole")
    },
    end: () => lines("all"),
    preview: (columns) => lastColumns(oneLine(last.slice(-columns)), columns),
  }
}
