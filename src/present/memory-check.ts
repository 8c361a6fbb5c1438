import { readFileSync } from "node:fs"
import { join } from "node:path"
import { notesPlace } from "../agent/configuration/places.ts"
import { bytes } from "../base/amount-text.ts"
import { systemCode } from "../base/system-error.ts"
import { isHoldfastError } from "../session/error.ts"
import { parseMemory } from "../tools/memory.ts"
import { noteFiles } from "../tools/notes.ts"
import type { Check } from "./checkup.ts"

/** Checks that the project's memory can be read; no check if there is none. */
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
    const found = `${file} cannot be read${code ? ` (${code})` : ": not a valid memory file"}`
    return [{ ...check, status: "fail", found, advice: "Fix or remove it: nothing is remembered until then." }]
  }
}
