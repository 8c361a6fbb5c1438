import { positionals, scriptName } from "../../shell/script-name.ts"
import { targetOf } from "../project/makefile.ts"
import type { ProjectFacts } from "../project/project.ts"
import { manifestOf } from "../project/project-manifest.ts"

/** What a script or a target runs; null lines where the project has none of that name. */
export type Script = { lines: readonly string[] | null; optional: boolean; directory: string }

/** Where a command runs; the directory is null where that is not certain. */
type Scene = { facts: ProjectFacts | undefined; directory: string | null }

/** The script behind a command, where the facts hold the file that defines it. */
export function scriptOf(program: string, rest: readonly string[], scene: Scene): Script | null {
  if (scene.directory === null) return null
  const directory = directoryOf(rest, scene.directory)
  switch (program) {
    case "npm":
    case "pnpm":
    case "yarn":
    case "bun":
      return ofManifest("package.json", program, rest, directory, scene)
    case "composer":
      return ofManifest("composer.json", program, rest, directory, scene)
    case "make":
    case "gmake":
      return ofMakefile(rest, directory, scene)
    default:
      return null
  }
}

function ofManifest(file: string, program: string, rest: readonly string[], directory: string, scene: Scene) {
  const name = scriptName(program, rest)
  const text = scene.facts?.texts.get(under(directory, file))
  // `bun test` is a test runner, not a script.
  if (name === null || text === undefined || (program === "bun" && positionals(rest)[0] === "test")) return null
  const scripts = manifestOf(text)?.scripts
  if (scripts === undefined) return null
  const script = scripts.get(name)
  return { lines: script === undefined ? null : [script], optional: rest.includes("--if-present"), directory }
}

function ofMakefile(rest: readonly string[], directory: string, scene: Scene): Script | null {
  const names = ["GNUmakefile", "makefile", "Makefile"]
  const text = names.map((name) => scene.facts?.texts.get(under(directory, name))).find((found) => found !== undefined)
  const [target] = positionals(rest).filter((word) => !word.includes("="))
  if (text === undefined || target === undefined) return null
  const found = targetOf(text, target)
  // What it depends on may be the real work.
  if (found === null || found.needs.length > 0) return null
  return { lines: found.lines, optional: false, directory }
}

function directoryOf(rest: readonly string[], directory: string): string {
  const at = rest.findIndex((word) => ["--prefix", "-C", "--dir", "--cwd"].includes(word))
  return at === -1 ? directory : under(directory, rest[at + 1] ?? "").replace(/\/$/, "")
}

function under(directory: string, name: string): string {
  return directory === "" ? name.replace(/^\.\//, "") : `${directory}/${name}`
}
