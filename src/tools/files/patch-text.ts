import { parsePatch, type StructuredPatch } from "diff"
import { errorText } from "../../base/error-text.ts"
import { HoldfastError } from "../../session/error.ts"
import { withLineFeeds } from "./file-text.ts"

/** What a patch does to one file. `from` and `to` are paths as the patch has them; null for /dev/null. */
export type FilePatch = {
  from: string | null
  to: string | null
  /** The file `from` stays. */
  copy: boolean
  mode: number | undefined
  hunks: StructuredPatch["hunks"]
}

/** Reads a unified diff of one or more files, as diff and git write it. Throws in words for the model. */
export function parsePatchText(text: string): FilePatch[] {
  const patch = unfenced(withLineFeeds(text))
  if (/^\*\*\* (Begin Patch|Update File|Add File)/m.test(patch)) throw refusal("this is another patch format")
  const parsed = parse(patch).filter((file) => file.hunks.length > 0 || file.isGit)
  if (parsed.length === 0) throw refusal("there is no hunk in it")
  return parsed.map(filePatch)
}

function filePatch(file: StructuredPatch): FilePatch {
  const { oldFileName, newFileName, isGit, hunks } = file
  if (oldFileName === undefined || newFileName === undefined) throw refusal("a hunk has no file names before it")
  if (file.isBinary) throw refusal(`${newFileName} is binary there`)
  const link = [file.oldMode, file.newMode].find((mode) => mode && !mode.startsWith("100"))
  if (link) throw refusal(`mode ${link} is no regular file`)
  const from = file.isCreate ? null : pathOf(oldFileName, { prefix: "a/", other: newFileName })
  const to = file.isDelete ? null : pathOf(newFileName, { prefix: "b/", other: oldFileName })
  if (from === null && to === null) throw refusal("a file is /dev/null on both sides")
  if (from !== null && to !== null && from !== to && !file.isRename && !file.isCopy) {
    throw refusal(
      `it names ${from} and ${to} for one file; say "rename from" and "rename to" in a git header if it moves`,
    )
  }
  if (isGit && hunks.length === 0 && from === to && file.newMode === undefined) throw refusal(`${to} has no hunk`)
  const mode = file.newMode === undefined ? undefined : Number.parseInt(file.newMode.slice(3), 8)
  return { from, to, copy: file.isCopy === true, mode, hunks }
}

function pathOf(name: string, { prefix, other }: { prefix: "a/" | "b/"; other: string }): string | null {
  if (name === "/dev/null") return null
  const prefixed = (file: string, start: string) => file === "/dev/null" || file.startsWith(start)
  const both = name.startsWith(prefix) && prefixed(other, prefix === "a/" ? "b/" : "a/")
  return both ? name.slice(2) : name
}

/** Models miscount the lines of a hunk: where the counts are wrong, those of its own lines are taken. */
function parse(patch: string): StructuredPatch[] {
  try {
    return parsePatch(patch)
  } catch (first) {
    try {
      return parsePatch(recounted(patch))
    } catch {
      throw refusal(errorText(first))
    }
  }
}

function recounted(patch: string): string {
  const lines = patch.split("\n")
  if (lines.at(-1) === "") lines.pop()
  return lines
    .map((line, index) => {
      const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(line)
      if (!header) return line
      const rest = lines.slice(index + 1)
      const end = rest.findIndex((next, at) => /^(@@ |diff |Index: )/.test(next) || isHeader(rest, at))
      const body = end === -1 ? rest : rest.slice(0, end)
      const count = (signs: RegExp) => body.filter((next) => signs.test(next)).length
      return `@@ -${header[1]},${count(/^(-| |$)/)} +${header[2]},${count(/^(\+| |$)/)} @@`
    })
    .join("\n")
}

const isHeader = (lines: readonly string[], at: number) =>
  lines[at]?.startsWith("--- ") === true && lines[at + 1]?.startsWith("+++ ") === true

function unfenced(text: string): string {
  return /^\s*```[a-z]*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
}

function refusal(why: string): HoldfastError {
  const form = "--- a/file\n+++ b/file\n@@ -1,2 +1,2 @@\n context\n-old line\n+new line"
  return new HoldfastError("invalid", `The patch cannot be read: ${why}. Give a unified diff like this:\n${form}`)
}
