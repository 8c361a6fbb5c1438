import { spawnSync } from "node:child_process"
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it, onTestFinished } from "vitest"

it("prints no warnings on a Node that only has to install the one that is used", () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-install-"))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const project = { name: "project", version: "1.0.0", engines: { node: ">=999" } }
  writeFileSync(join(directory, "package.json"), JSON.stringify(project))
  const lock = { ...project, lockfileVersion: 3, requires: true, packages: { "": project } }
  writeFileSync(join(directory, "package-lock.json"), JSON.stringify(lock))
  copyFileSync(fileURLToPath(new URL("../.npmrc", import.meta.url)), join(directory, ".npmrc"))

  // What runs the tests may be npm, which hands its own settings down.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
  const { status, stdout, stderr } = spawnSync("npm", ["ci", "--offline"], { cwd: directory, env, encoding: "utf8" })
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" })
  expect(stdout).toContain("up to date")
})
