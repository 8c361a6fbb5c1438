import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isHoldfastError } from "../session/error.ts"
import { systemCode } from "../tools/failure.ts"
import { parseMemory } from "../tools/memory.ts"
import { noteFiles } from "../tools/notes.ts"
import type { Check } from "./checkup.ts"
import { notesPlace } from "./places.ts"
import { bytes } from "./text/plain.ts"

/** Whether what is remembered of a project can be read; nothing where nothing is. */
export function memoryChecks(of: { directory: string; project: string }): Check[] {
  const file = join(notesPlace(of), noteFiles.memory)
  const check = { id: "memory", name: "Memory" } as const
  try {
    const text = readFileSync(file, "utf8")
    parseMemory(text)
    return [{ ...check, status: "ok", found: `${file}, ${bytes(Buffer.byteLength(text))}` }]
  } catch (error) {
    const code = systemCode(error)
    if (code === "ENOENT" || code === "ENOTDIR") return []
    if (!isHoldfastError(error) && code === undefined) throw error
    const found = `${file} cannot be read${code ? ` (${code})` : ": it is no JSON object of ours"}`
    return [{ ...check, status: "fail", found, advice: "Mend or remove it: nothing is remembered until then." }]
  }
}
