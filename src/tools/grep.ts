import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { z } from "zod"
import { shownPath } from "../base/path-within.ts"
import type { Look, Result, ToolContext } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { exceptGit, ripgrep, searchOptions, stagedFile } from "./files/ripgrep.ts"
import { pathArgument, placeOf, touchablePlace } from "./files/workspace-path.ts"

const limits = { matches: 50, mostMatches: 500, context: 20, lineCharacters: 300 } as const

const schema = z.object({
  pattern: z.string().min(1),
  path: pathArgument.optional().describe("a file or directory"),
  include: z.string().optional().describe("a glob, such as *.ts"),
  context: z.int().min(0).optional().describe("lines around each match"),
  max: z.int().min(1).optional().describe(`default ${limits.matches}`),
})

type Arguments = z.infer<typeof schema>

/** Finds lines in files by a regular expression. */
export const grepTool: Look<Arguments> = {
  kind: "look",
  name: "grep",
  description:
    "Searches files for a regular expression and shows the lines with their numbers. What .gitignore leaves out is searched only if `path` names it.",
  schema,
  aliases: {
    query: "pattern",
    regex: "pattern",
    regexp: "pattern",
    search: "pattern",
    glob: "include",
    include_pattern: "include",
    file_pattern: "include",
    context_lines: "context",
    max_results: "max",
    limit: "max",
    head_limit: "max",
    root: "path",
    cwd: "path",
  },
  access: async ({ path = "." }, context) => ({ kind: "read", places: [await placeOf(path, context, "read")] }),
  run: (args, context) =>
    orFailed(async () => {
      const place = await touchablePlace(args.path ?? ".", context, "read")
      const name = place.shown === "." ? "the workspace" : place.shown
      const directory = (await stat(place.path)).isDirectory() ? place.path : dirname(place.path)
      const found = await search(args, { root: place.path, directory, context, plain: false })
      if (!found.invalid) return answer(found, args, name, context)
      const again = await search(args, { root: place.path, directory, context, plain: true })
      if (again.invalid) return failed(`The search failed: ${again.invalid}. Use a simpler pattern.`)
      const result = await answer(again, args, name, context)
      const why = found.invalid.split("\n").at(-1)
      return {
        ...result,
        text: `The pattern is no regular expression (${why}) and was searched for as plain text.\n${result.text}`,
      }
    }),
}

type GrepLine = { file: string; number: number; text: string; match: boolean }
type GrepResult = { lines: GrepLine[]; matches: number; whole: boolean; invalid?: string }
type Scope = { root: string; directory: string; context: ToolContext; plain: boolean }

async function search(args: Arguments, { root, directory, context, plain }: Scope): Promise<GrepResult> {
  const most = Math.min(args.max ?? limits.matches, limits.mostMatches)
  const lines: GrepLine[] = []
  let matches = 0
  const { whole, complaint } = await ripgrep(
    [
      ...searchOptions,
      "--json",
      "--sort=path",
      `--context=${Math.min(args.context ?? 0, limits.context)}`,
      ...(plain ? ["--fixed-strings"] : []),
      ...(args.pattern.includes("\n") ? ["--multiline"] : []),
      ...(args.include ? [`--glob=${args.include}`] : []),
      exceptGit,
      `--regexp=${args.pattern}`,
      "--",
      root,
    ],
    {
      cwd: directory,
      signal: context.signal,
      confinement: await context.confineSearch?.(root),
      take(record) {
        const line = lineOf(record)
        if (!line || stagedFile.test(line.file)) return true
        if (line.match && ++matches > most) return false
        lines.push(line)
        return true
      },
    },
  )
  return {
    lines,
    matches: Math.min(matches, most),
    whole,
    ...(lines.length === 0 && complaint ? { invalid: complaint } : {}),
  }
}

async function answer(
  { lines, matches, whole }: GrepResult,
  args: Arguments,
  shown: string,
  context: ToolContext,
): Promise<Result> {
  if (lines.length === 0) {
    const where = args.include ? `${shown} (${args.include})` : shown
    return {
      status: "ok",
      text: whole ? `No match in ${where}.` : `No match in ${where} so far: the search took too long.`,
    }
  }
  const blocks: string[] = []
  for (const [file, own] of Map.groupBy(lines, (line) => line.file)) {
    if ((await placeOf(file, context, "read")).where === "protected") continue
    const name = shownPath(context.workspace, file)
    const texts = own.map((line, index) => {
      const previous = own[index - 1]
      const gap = previous && previous.number + 1 < line.number && args.context ? "--\n" : ""
      return `${gap}${line.number}${line.match ? ":" : "-"} ${cut(line.text)}`
    })
    blocks.push([name, ...texts].join("\n"))
  }
  const more = whole ? "" : `\n\n... more than ${matches} matches: narrow the pattern or the path, or raise max`
  return {
    status: "ok",
    text: (blocks.length === 0 ? `No match in ${shown}.` : blocks.join("\n\n") + more).toWellFormed(),
  }
}

type Printed = {
  type: string
  data: { path?: Text; lines?: Text; line_number?: number | null }
}
type Text = { text: string } | { bytes: string }

function lineOf(json: string): GrepLine | undefined {
  const { type, data }: Printed = JSON.parse(json)
  if ((type !== "match" && type !== "context") || !data.path || !data.lines || !data.line_number) return undefined
  return { file: textOf(data.path), number: data.line_number, text: textOf(data.lines), match: type === "match" }
}

// What is no UTF-8 comes in base64.
const textOf = (text: Text) => ("text" in text ? text.text : Buffer.from(text.bytes, "base64").toString("latin1"))

function cut(line: string): string {
  const text = line.replace(/\r?\n$/, "")
  return text.length > limits.lineCharacters ? `${text.slice(0, limits.lineCharacters)}...` : text
}
