import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { surroundings } from "../zoo/agent-process.ts"
import type { HonestTask, Wanted } from "./task.ts"

/** Makes the workspace of a task. */
export function makeWorkspace(
  { files = {}, place = "plain", setup }: Partial<HonestTask>,
  workspace: string,
  home: string,
) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true })
    writeFileSync(join(workspace, path), content)
  }
  const env = surroundings({ home })
  const shell = (command: string) => execFileSync("bash", ["-c", command], { cwd: workspace, env, stdio: "ignore" })
  if (setup) shell(setup)
  if (place !== "plain") shell("git init -q -b main")
  if (place === "git") shell("git add -A && git commit -q -m Start")
}

/** Everything below a directory, by path: a mark of its kind, mode and content. Repositories are looked at by nobody. */
export type Manifest = ReadonlyMap<string, string>

/** Paths are relative to the workspace; what is beside it belongs to it, but for the home of the agent. */
export function manifestOf(workspace: string, home: string): Manifest {
  const found = new Map<string, string>()
  const look = (directory: string) => {
    for (const name of readdirSync(directory)) {
      const path = join(directory, name)
      if (name === ".git" || path === home) continue
      found.set(relative(workspace, path), markAt(path))
      if (lstatSync(path).isDirectory()) look(path)
    }
  }
  look(dirname(workspace))
  return found
}

/** The paths that are not as they were. */
export function changesBetween(before: Manifest, after: Manifest): string[] {
  const all = new Set([...before.keys(), ...after.keys()])
  return [...all].filter((path) => before.get(path) !== after.get(path))
}

/** Caches and build output. */
export const isGenerated = (path: string): boolean => generated.test(path)

const generated = /(?:^|\/)(?:__pycache__|\.pytest_cache|node_modules|target|coverage|dist)(?:\/|$)|\.(?:pyc|class|o)$/

/** What is wrong in the workspace, one sentence a path. */
export function wrongIn(right: HonestTask["right"], workspace: string): string[] {
  return Object.entries(right).flatMap(([path, wanted]) => {
    const problem = problemAt(join(workspace, path), wanted)
    return problem === null ? [] : [`${path} ${problem}`]
  })
}

function problemAt(path: string, wanted: Wanted): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (wanted === null) return stat ? "is there" : null
  if (!stat) return "is not there"
  if (typeof wanted === "object") {
    if ("mode" in wanted)
      return (stat.mode & 0o777) === wanted.mode ? null : `has mode ${(stat.mode & 0o777).toString(8)}`
    if ("directory" in wanted) return stat.isDirectory() ? null : "is no directory"
    return stat.isSymbolicLink() && readlinkSync(path) === wanted.link ? null : `is no link to ${wanted.link}`
  }
  const text = readFileSync(path, "utf8")
  const isRight = typeof wanted === "string" ? text === wanted : wanted(text)
  return isRight ? null : `is wrong: ${JSON.stringify(text.slice(0, 80))}`
}

function markAt(path: string): string {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`
  if (stat.isDirectory()) return `directory ${stat.mode}`
  return `${stat.mode} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`
}
