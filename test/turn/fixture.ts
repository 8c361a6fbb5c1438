import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Scenario } from "./scenario.ts"

/** Where one run of a scenario takes place. */
export type Fixture = { root: string; workspace: string; home: string; configuration: string }

export function prepareFixture({ files = {}, git = false }: Scenario): Fixture {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  const fixture = {
    root,
    workspace: join(root, "workspace"),
    home: join(root, "home"),
    configuration: join(root, "configuration"),
  }
  for (const directory of [fixture.workspace, fixture.home, fixture.configuration]) mkdirSync(directory)
  for (const [index, [path, file]] of Object.entries(files).entries()) {
    const target = join(fixture.workspace, path)
    mkdirSync(dirname(target), { recursive: true })
    const { text, mode } = typeof file === "string" ? { text: file, mode: 0o644 } : file
    writeFileSync(target, text)
    chmodSync(target, mode)
    // What lists files by their time lists them in the same order in every run.
    utimesSync(target, firstTime + index, firstTime + index)
  }
  if (git) commitAll(fixture.workspace)
  return fixture
}

const firstTime = 1_700_000_000

export function removeFixture({ root }: Fixture): void {
  // A background process of a scenario that failed may still write.
  rmSync(root, { recursive: true, force: true, maxRetries: 3 })
}

function commitAll(workspace: string): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.org", ...args], {
      cwd: workspace,
      stdio: "ignore",
    })
  git("init", "--quiet")
  git("add", "--all")
  git("commit", "--quiet", "--message", "first")
}
