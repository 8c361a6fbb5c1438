import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Analysis } from "../../src/permissions/analyse-command.ts"
import { analyseCommand } from "../../src/permissions/analyse-command.ts"
import { type Decision, decidePermission } from "../../src/permissions/decision.ts"
import type { PermissionMode } from "../../src/session/event/common.ts"
import { entriesOf } from "../../src/tools/files/entries.ts"
import { realPath } from "../../src/tools/files/workspace-path.ts"

/** A workspace with all that a command may lead out of it by, a home with keys, and a directory that is neither. */
export function box() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-box-")))
  const workspace = join(base, "ws")
  const home = join(base, "home")
  const data = join(home, ".local", "share", "holdfast")
  const file = (path: string, text = "CANARY\n") => {
    mkdirSync(join(base, path, ".."), { recursive: true })
    writeFileSync(join(base, path), text)
  }
  for (const path of ["out/secret.txt", "home/.ssh/id_rsa", "home/.local/share/holdfast/server-token"]) file(path)
  for (const path of ["a.txt", ".env", "sub/b.txt", "src/app.ts", "src/deep/er.ts", "README.md"]) file(`ws/${path}`)
  for (const path of ["evil.sh", "plain.sh", "pre.so", "esc.py", "links.tar", "abs.tar", "slip.zip"]) file(`ws/${path}`)
  file("ws/package.json", '{ "scripts": { "test": "true" } }\n')
  symlinkSync("../out", join(workspace, "link"))
  symlinkSync("../out/secret.txt", join(workspace, "lk.txt"))
  mkdirSync(join(workspace, "holder"))
  symlinkSync("../../out/new", join(workspace, "holder", "l"))
  symlinkSync("../../out", join(workspace, "holder", "d"))
  const git = (...args: string[]) => spawnSync("git", args, { cwd: workspace })
  git("init", "-q")
  git("init", "-q", "--bare", "embedded")
  return {
    base,
    workspace,
    decide: decider({ workspace, home, data }),
    remove: () => rmSync(base, { recursive: true, force: true }),
  }
}

function decider(at: { workspace: string; home: string; data: string }) {
  const analyses = new Map<string, Promise<Analysis>>()
  const analyse = (command: string) =>
    analyseCommand(command, {
      workspace: at.workspace,
      home: at.home,
      protected: [at.data, join(at.workspace, ".holdfast")],
      real: realPath,
      entries: entriesOf,
    })
  return async (command: string, mode: PermissionMode): Promise<Decision> => {
    const known = analyses.get(command) ?? analyse(command)
    analyses.set(command, known)
    return decidePermission({
      tool: "bash",
      arguments: { command },
      access: { kind: "command", command, cwd: { path: at.workspace, shown: ".", where: "workspace" } },
      analysis: await known,
      mode,
      rules: { allow: [], ask: [], deny: [] },
      grants: [],
    })
  }
}
