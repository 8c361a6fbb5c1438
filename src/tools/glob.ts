import { stat } from "node:fs/promises"
import { relative } from "node:path"
import { z } from "zod"
import { shownPath } from "../base/path-within.ts"
import { HoldfastError } from "../session/error.ts"
import type { Look, ToolContext } from "./contract.ts"
import { failed, orFailed } from "./failure.ts"
import { globPattern, splitGlob } from "./files/glob-pattern.ts"
import { exceptGit, ripgrep, searchOptions, stagedFile } from "./files/ripgrep.ts"
import { pathArgument, placeOf, touchablePlace } from "./files/workspace-path.ts"

const most = 100

const schema = z.object({
  pattern: pathArgument.describe("such as src/**/*.{ts,md}"),
  path: pathArgument.optional(),
})

type Arguments = z.infer<typeof schema>

/** Lists files by a pattern of their path. */
export const globTool: Look<Arguments> = {
  kind: "look",
  name: "glob",
  description: `Lists files whose path fits a pattern, newest first, at most ${most}, without what .gitignore leaves out.`,
  schema,
  aliases: { glob: "pattern", query: "pattern", patterns: "pattern", root: "path", cwd: "path" },
  access: async (args, context) => ({ kind: "read", places: [await placeOf(rootOf(args).root, context, "read")] }),
  run: (args, context) =>
    orFailed(async () => {
      const { root, pattern } = rootOf(args)
      const { path, shown } = await touchablePlace(root, context, "read")
      if (!(await stat(path)).isDirectory()) return failed(`${shown} is a file: name the directory to look in.`)
      const fits = globPattern(pattern)
      const found = await list(path, fits, context, [])
      if (found !== "") return { status: "ok", text: found }
      const ignored = await list(path, fits, context, ["--no-ignore"])
      if (ignored !== "") {
        return { status: "ok", text: `Only files that .gitignore leaves out fit ${args.pattern}:\n${ignored}` }
      }
      return { status: "ok", text: `No file fits ${args.pattern} in ${shown === "." ? "the workspace" : shown}.` }
    }),
}

/** A pattern that is absolute or climbs is looked for where it leads. */
function rootOf({ pattern, path = "." }: Arguments): { root: string; pattern: string } {
  const { directory, pattern: rest } = splitGlob(pattern)
  if (/^[/~]/.test(pattern)) return { root: directory || "/", pattern: `./${rest}` }
  return /(^|\/)\.\.(\/|$)/.test(directory)
    ? { root: `${path}/${directory}`, pattern: `./${rest}` }
    : { root: path, pattern }
}

async function list(root: string, fits: RegExp, context: ToolContext, more: readonly string[]): Promise<string> {
  const files: string[] = []
  const args = [...searchOptions, ...more, exceptGit, "--files", "--sortr=modified", "--", root]
  const { whole, complaint } = await ripgrep(args, {
    cwd: root,
    signal: context.signal,
    confinement: await context.confineSearch?.(root),
    take(file) {
      if (!stagedFile.test(file) && fits.test(relative(root, file))) files.push(file)
      return true
    },
  })
  if (!whole) throw new HoldfastError("invalid", "The listing took too long: name a directory with fewer files.")
  if (files.length === 0 && complaint !== "") throw new HoldfastError("invalid", `The listing failed: ${complaint}`)
  return shownFiles(files, context)
}

async function shownFiles(files: readonly string[], context: ToolContext): Promise<string> {
  const first = files.slice(0, most)
  const places = await Promise.all(first.map((file) => placeOf(file, context, "read")))
  const lines = first
    .filter((_, index) => places[index]?.where !== "protected")
    .map((file) => shownPath(context.workspace, file))
  const rest = files.length - most
  return [...lines, ...(rest > 0 ? [`... ${rest} more: narrow the pattern`] : [])].join("\n")
}
