// Runs tests on the oldest Node that package.json accepts. Arguments go to vitest; without any, what touches Node most.
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")
const usual = ["src/store", "src/cli", "test/bin"]

const version = oldestAccepted(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).engines.node)
const home = mkdtempSync(join(tmpdir(), "holdfast-oldest-"))
try {
  const node = install(version, home)
  if (node) process.exitCode = test(node)
  else console.log(`Node ${version} cannot be had from npm on this machine: nothing was tested on it.`)
} finally {
  rmSync(home, { recursive: true, force: true })
}

function oldestAccepted(range: string): string {
  const first = /\d+\.\d+\.\d+/.exec(range)
  if (!first) throw new Error(`package.json: engines.node "${range}" names no version`)
  return first[0]
}

function install(wanted: string, directory: string): string | undefined {
  writeFileSync(join(directory, "package.json"), JSON.stringify({ private: true, allowScripts: { node: true } }))
  const windows = process.platform === "win32"
  console.log(`Installing node@${wanted} from npm`)
  spawnSync("npm", ["install", "--no-audit", "--no-fund", `node@${wanted}`], {
    cwd: directory,
    stdio: "inherit",
    shell: windows,
  })
  const node = join(directory, "node_modules", "node", "bin", windows ? "node.exe" : "node")
  if (!existsSync(node)) return undefined
  const said = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout
  return said?.trim() === `v${wanted}` ? node : undefined
}

function test(node: string): number {
  const given = process.argv.slice(2)
  const filters = given.length > 0 ? given : usual
  console.log(`Running vitest on Node ${version}: ${filters.join(" ")}`)
  const ran = spawnSync(node, [join(root, "node_modules", "vitest", "vitest.mjs"), "run", ...filters], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ""}` },
  })
  if (ran.error) throw ran.error
  return ran.status ?? 1
}
