import { execFileSync } from "node:child_process"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { directoryHash } from "../../src/session/event/common.ts"
import { eventsOf, run, type Scene, scene } from "./scene.ts"

/** What a command changed, by its path from the workspace, as its outcome says. */
async function outcomeOf(line: string, prepare: (workspace: string) => void) {
  const calls = [{ id: "c", name: "bash", arguments: { command: line } }]
  const played: Scene = await scene({ model: [{ toolCalls: calls }, { text: "Done." }], permissionMode: "allow" })
  writeFileSync(join(played.workspace, "file"), "old\n")
  chmodSync(join(played.workspace, "file"), 0o644)
  writeFileSync(join(played.workspace, ".gitignore"), "*.log\n.env\n")
  prepare(played.workspace)
  await run(played)
  const [finished] = await eventsOf(played, "tool.finished")
  const { changed = [], uncovered, generated } = finished?.data ?? {}
  const files = changed.map(({ path, preImage, ...change }) => ({
    path: path.replace(`${played.workspace}/`, ""),
    ...change,
    kept: preImage !== undefined,
  }))
  return { changed: files, uncovered, generated }
}

const git = (workspace: string) => {
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "first"],
  ]) {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
      cwd: workspace,
      stdio: "ignore",
    })
  }
}
const nothing = () => undefined
const made = { before: null, after: expect.any(String), kept: false }

describe.each([
  ["inside git", git],
  ["outside of git", nothing],
])("what a command changed %s", (_, prepare) => {
  it.each([
    [
      "a directory",
      "mkdir -p a/b",
      ["a", "a/b"].map((path) => ({ path, before: null, after: directoryHash, kind: "directory" })),
    ],
    ["permissions", "chmod 600 file", [{ path: "file", mode: 0o644, modeAfter: 0o600 }]],
    ["whether a file can be run", "chmod +x file", [{ path: "file", mode: 0o644, modeAfter: 0o755 }]],
    ["a link", "ln -s file link", [{ path: "link", ...made, modeAfter: 0o120777 }]],
    ["an ignored file that it names", "echo X=1 > .env", [{ path: ".env", ...made }]],
    ["a file by a script", "printf 'echo new > file' > s.sh; sh s.sh; rm s.sh", [{ path: "file", kept: true }]],
    ["a file by an interpreter", `node -e 'fs.appendFileSync("file", "x")'`, [{ path: "file", kept: true }]],
    ["a file and back", "echo new > file; echo old > file", []],
  ])("is known: %s", async (_, line, changed) => {
    const found = await outcomeOf(line, prepare)
    expect(found).toMatchObject({ changed, uncovered: undefined })
    expect(found.changed).toHaveLength(changed.length)
  })

  it("is known outside of the workspace, where it names the path", async () => {
    const { changed } = await outcomeOf("echo x > ../elsewhere.txt", prepare)
    expect(changed).toMatchObject([{ path: expect.stringMatching(/\/elsewhere\.txt$/), ...made }])
  })

  it("is counted, where it is generated or ignored and nobody named it", async () => {
    const script = "mkdir -p src/__pycache__; echo x > src/__pycache__/a.pyc; echo x > run.log"
    const found = await outcomeOf("sh make.sh", (workspace) => {
      writeFileSync(join(workspace, "make.sh"), script)
      prepare(workspace)
    })
    expect(found).toEqual({ changed: [], uncovered: undefined, generated: 2 })
  })

  it("is known in a repository within", async () => {
    const { changed, uncovered } = await outcomeOf("sh change.sh", (workspace) => {
      mkdirSync(join(workspace, "inner"))
      writeFileSync(join(workspace, "inner", "file"), "old\n")
      git(join(workspace, "inner"))
      writeFileSync(join(workspace, "change.sh"), "echo new > inner/file")
      prepare(workspace)
    })
    expect([changed, uncovered]).toMatchObject([[{ path: "inner/file", kept: false }], undefined])
  })
})
