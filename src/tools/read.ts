import type { Dirent } from "node:fs"
import { readdir } from "node:fs/promises"
import { basename, dirname, extname } from "node:path"
import { z } from "zod"
import { unless } from "../base/system-error.ts"
import type { AccessedPath } from "../session/accessed-path.ts"
import type { Look, Result, ToolContext } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { hashOf } from "./files/file-content.ts"
import { decodeText, linesOf } from "./files/file-text.ts"
import { readRealDirectory, readRealFile } from "./files/real-file.ts"
import { pathArgument, placeOf, touchablePlace } from "./files/workspace-path.ts"
import { outputLimits, outputLines, outputPrefix } from "./shorten.ts"

const limits = { lines: 500, mostLines: 750, characters: 28_000, entries: 60 } as const

const schema = z.object({
  path: pathArgument.describe(`a file, or "${outputPrefix}…" as a shortened output names it`),
  offset: z.int().min(1).optional().describe("first line, from 1"),
  limit: z.int().min(1).optional().describe(`default ${limits.lines}`),
})

type Arguments = z.infer<typeof schema>

/** Shows the lines of a text file with their numbers. */
export const readTool: Look<Arguments> = {
  kind: "look",
  name: "read",
  description: "Reads a text file: each line with its number and a tab before it. Read a file before you change it.",
  schema,
  access: async ({ path }, context) =>
    path.startsWith(outputPrefix) ? { kind: "none" } : { kind: "read", places: [await placeOf(path, context, "read")] },
  run: (args, context) =>
    orFailed(() => (args.path.startsWith(outputPrefix) ? readOutput(args, context) : readFile(args, context))),
}

async function readFile(args: Arguments, context: ToolContext): Promise<Result> {
  const place = await touchablePlace(args.path, context, "read")
  const entries = await readRealDirectory(place.path)
  if (entries) return listing(place, entries)
  const content = await readRealFile(place.path, { shown: place.shown })
  if (!content) return failed(await notFound(place))
  const { bytes } = content
  const kind = imageKind(bytes)
  if (kind) return failed(`${place.shown} is an image (${kind}, ${bytes.length} bytes): only text can be read.`)
  const decoded = decodeText(bytes)
  if (!decoded) {
    return failed(
      `${place.shown} is binary (${bytes.length} bytes): use bash with file, strings or xxd to look into it.`,
    )
  }
  const seen = [{ path: place.path, hash: hashOf(bytes) }]
  return { status: "ok", text: window(linesOf(decoded.text).map(cut), args, place.shown).toWellFormed(), seen }
}

async function readOutput(args: Arguments, context: ToolContext): Promise<Result> {
  const hash = args.path.slice(outputPrefix.length)
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    return failed(
      `${args.path} names no output: copy the whole name, ${outputPrefix} and 64 characters, from where it was shown.`,
    )
  }
  const bytes = await context.blob(hash)
  return { status: "ok", text: window(outputLines(Buffer.from(bytes).toString("utf8")), args, "the output") }
}

function window(lines: readonly string[], { offset = 1, limit = limits.lines }: Arguments, name: string): string {
  if (lines.length === 0) return `(${name} is empty)`
  if (offset > lines.length) return `(${name} has ${lines.length} lines: there is none at ${offset})`
  const numbered: string[] = []
  let characters = 0
  for (const line of lines.slice(offset - 1, offset - 1 + Math.min(limit, limits.mostLines))) {
    const text = `${offset + numbered.length}\t${line}`
    characters += text.length + 1
    if (characters > limits.characters && numbered.length > 0) break
    numbered.push(text)
  }
  const next = offset + numbered.length
  const more = lines.length - next + 1
  return more > 0 ? `${numbered.join("\n")}\n... ${more} more lines, read on with offset ${next}` : numbered.join("\n")
}

function cut(line: string): string {
  if (line.length <= outputLimits.lineCharacters) return line
  return `${line.slice(0, outputLimits.lineCharacters)}... (${line.length} characters in this line: use grep, or bash with cut)`
}

function listing({ shown }: AccessedPath, entries: readonly Dirent[]): Result {
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
  const more = names.length > limits.entries ? `\n... ${names.length - limits.entries} more` : ""
  const hint = `${shown} is a directory. Read one of its files, or list more with glob {"pattern": "**", "path": ${JSON.stringify(shown)}}.`
  return { status: "ok", text: [hint, ...names.slice(0, limits.entries)].join("\n") + more }
}

async function notFound({ path, shown }: AccessedPath): Promise<string> {
  const siblings = (await unless(["ENOENT", "ENOTDIR", "EACCES"], readdir(dirname(path)))) ?? []
  const name = basename(path)
  const stem = (file: string) => basename(file, extname(file)).toLowerCase()
  const alike = siblings.filter((sibling) => stem(sibling) === stem(name)).slice(0, 3)
  const hint = alike.length > 0 ? `Beside it is ${alike.join(", ")}.` : `Find it with glob {"pattern": "**/${name}"}.`
  return `${shown} does not exist. ${hint}`
}

const imageMarks: readonly (readonly [string, readonly number[]])[] = [
  ["PNG", [0x89, 0x50, 0x4e, 0x47]],
  ["JPEG", [0xff, 0xd8, 0xff]],
  ["GIF", [0x47, 0x49, 0x46, 0x38]],
  ["WebP", [0x52, 0x49, 0x46, 0x46]],
  ["BMP", [0x42, 0x4d, 0x00]],
]

function imageKind(bytes: Uint8Array): string | undefined {
  return imageMarks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
}
