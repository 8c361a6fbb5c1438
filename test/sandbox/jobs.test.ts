import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { type SandboxScene, sandboxScene, secrets } from "./scene.ts"

let scene: SandboxScene
beforeAll(async () => {
  scene = await sandboxScene()
})
beforeEach(() => scene.reset())
afterAll(() => scene.close())

const system = await sandboxSystem()
const isConfined = system.kind === "landlock" && system.namespaces
const mode = "workspace-write"

describe.skipIf(!isConfined)("a job in the sandbox", () => {
  it("moves aside what may not come to be, keeps it, and says so", async () => {
    rmSync(join(scene.workspace, ".holdfast"), { recursive: true })
    const { refused, exitCode } = await scene.run(
      "mkdir .holdfast; echo x > .holdfast/permissions.json; echo ../evil > .git/commondir",
      { mode },
    )
    expect(exitCode).toBe(0)
    const paths = [join(scene.workspace, ".git", "commondir"), join(scene.workspace, ".holdfast")]
    expect(refused).toEqual(paths)
    expect(paths.map((path) => existsSync(path))).toEqual([false, false])
    const kept = readdirSync(scene.workspace).find((name) => name.startsWith(".holdfast.refused"))
    expect(readFileSync(join(scene.workspace, kept ?? "", "permissions.json"), "utf8")).toBe("x\n")
  })

  it.each([
    ["before", "kill -9 $PPID; exit 1"],
    ["after", '/bin/mv "$@"; kill -9 $PPID'],
  ])("has moved that aside and says so, though its runner was killed right %s the move", async (when, line) => {
    rmSync(join(scene.workspace, ".holdfast"), { recursive: true })
    const programs = join(scene.root, `killing-${when}`)
    mkdirSync(programs)
    writeFileSync(join(programs, "mv"), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
    const { refused, status } = await scene.run(
      "mkdir .holdfast; echo x > .holdfast/permissions.json",
      { mode },
      { path: `${programs}:${process.env.PATH}` },
    )
    expect({ refused, status }).toEqual({ refused: [join(scene.workspace, ".holdfast")], status: "unknown" })
    expect(existsSync(join(scene.workspace, ".holdfast"))).toBe(false)
    const [kept = "", ...others] = readdirSync(scene.workspace).filter((name) => name.startsWith(".holdfast.refused"))
    expect(readFileSync(join(scene.workspace, kept, "permissions.json"), "utf8")).toBe("x\n")
    expect(others).toEqual([])
  })

  it("writes to its output by any name, and has the exit code and the process group of the command", async () => {
    const { output, exitCode } = await scene.run(
      "echo a; echo b >> /dev/stdout; echo c >> /dev/stderr; kill -0 0; exit 7",
      { mode },
    )
    expect([output, exitCode]).toEqual(["a\nb\nc\n", 7])
  })

  it("has a temporary directory of its own where it only reads", async () => {
    const { output } = await scene.run('f=$(mktemp) && echo kept > "$f" && cat "$f"; touch a.txt', {
      mode: "read-only",
    })
    expect(output).toMatch(/^kept\n.*Read-only file system\n$/)
  })

  it("works in a directory of the store, where the copy for a check is", async () => {
    const copy = join(scene.data, "jobs", "copy")
    const { output } = await scene.run(`mkdir -p ${copy} && cp a.txt ${copy} && echo made`)
    expect(output).toBe("made\n")
    const there = await scene.run("cat a.txt; echo x > b.txt; ls ..; cat ../../holdfast.db", { mode }, { cwd: copy })
    expect(there.output).toMatch(/^one\ntwo\ncopy\ncat: .*No such file/)
    expect(readFileSync(join(copy, "b.txt"), "utf8")).toBe("x\n")
  })

  it("does not run where the sandbox cannot be set up", async () => {
    const none = { kind: "none", why: "there is none" } as const
    const { status, note } = await scene.run("touch ran", { mode }, { system: none })
    expect([status, note]).toEqual(["failed", "The command did not run: it must run in a sandbox, but there is none."])
    expect(existsSync(join(scene.workspace, "ran"))).toBe(false)
  })

  it("without namespaces still writes nothing elsewhere, reads no secret and reaches no server", async () => {
    if (system.kind !== "landlock") throw new TypeError("there is Landlock")
    const commands = [
      "echo x > made; mkdir d; mv made d",
      "echo x > $OUT/pw; echo x >> $HOME/.bashrc; rm -rf $OUT/file.txt $STORE $CONFIG",
      "cat $HOME/.ssh/id_rsa $HOME/.aws/credentials $STORE/* $CONFIG/* /proc/$AGENT/environ",
      "echo x > /dev/tcp/127.0.0.1/$PORT; echo x > /dev/udp/127.0.0.1/$UDP",
      `node -e 'for (const at of [process.env.SOCKET, "\\0" + process.env.ABSTRACT]) require("net").connect(at).on("error", () => {})'`,
      "kill -STOP $AGENT",
    ]
    writeFileSync(join(scene.workspace, "all.sh"), commands.join("\n"))
    const before = scene.print()
    const { output } = await scene.run("bash all.sh 2>&1; true", { mode }, { system: { ...system, namespaces: false } })
    expect(scene.print()).toEqual(before)
    expect(secrets.filter((secret) => output.includes(secret))).toEqual([])
    expect(scene.contacts.splice(0)).toEqual([])
    expect(existsSync(join(scene.workspace, "d", "made"))).toBe(true)
  })
})
