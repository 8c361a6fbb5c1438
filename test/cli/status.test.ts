import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { openSession, scene } from "./scene.ts"
import { turned, write } from "./turned.ts"

const broken = write("a.mjs", "export const one = \n")
const whole = write("a.mjs", "export const one = 1\n")

describe("status", () => {
  it("tells somebody who was away what happened, what is proven and what is next", async () => {
    const here = scene()
    await turned(here, [whole, { text: "Done." }])
    const { code, stdout } = await here.run("status", "--verbose")
    expect(code).toBe(0)
    expect(stdout.split("\n")[0]).toBe("Mend the login")
    expect(stdout).toMatch(/^Done, not verified: .*, just now\.$/m)
    expect(stdout).toMatch(/^Summary {6}2 steps/m)
    expect(stdout).toMatch(/^ {13}created a\.mjs$/m)
    expect(stdout).toMatch(/^Evidence {5}✓ `node --check .*a\.mjs.*` passed \(event \d+\)$/m)
    expect(stdout).toMatch(/^Workflow {5}stopped in verify \(definition_of_done_requires_verification\)$/m)
    expect(stdout).not.toContain("have not run yet")
    expect(stdout).toMatch(/^Decision {5}verification_incomplete: /m)
    expect(stdout).toMatch(/^Policy .*code=verification_incomplete/m)
    expect(stdout).toMatch(/^Phase .*\[terminal\] Finalizing completed turn$/m)
    expect((await here.run("status")).stdout).not.toMatch(/^(?:Policy|Phase|Decision|Workflow)/m)
    expect(await here.json("status", "last")).toMatchObject({
      standing: "stopped",
      stop: { code: "completed-unverified" },
      proven: [{ status: "passed" }],
      workflow: { mode: "verify" },
      done: { status: "in-progress", open: [] },
      next: ["verify", "send", "undo"],
    })
  })

  it("tells what failed, with what the check said", async () => {
    const here = scene()
    await turned(here, [broken, { text: "Done." }, { text: "It is in place." }, { text: "I am sure." }])
    const { stdout } = await here.run("status")
    expect(stdout).toMatch(/^Not proven {3}✗ `node --check .*` failed \(exit code 1: SyntaxError: /m)
    expect(stdout).not.toMatch(/^Evidence/m)
  })

  it("names the command that waits for approval, and how to allow it", async () => {
    const here = scene()
    await turned(here, [{ toolCalls: [{ name: "bash", arguments: { command: "rm -rf build" } }] }])
    const { stdout } = await here.run("status")
    expect(stdout).toMatch(/^Asks you {5}Run `rm -rf build`\?/m)
    expect(stdout).toMatch(/^Next {9}holdfast answer \w{8} --yes --resume {2}allow it; --no denies it$/m)
  })

  it("tells a command that has unproven work checked again", async () => {
    const here = scene()
    await turned(here, [write("a.zig", "one\n"), { text: "Done." }])
    const { stdout } = await here.run("status")
    expect(stdout).toMatch(/^Done, not verified.*, just now\.$/m)
    const [, id = ""] = /^Next {9}holdfast resume (\w{8}) .* run the checks again$/m.exec(stdout) ?? []
    writeFileSync(join(here.project, "Makefile"), ".PHONY: test\ntest:\n\tgrep -q one a.zig\n")
    expect(await here.run("resume", id)).toMatchObject({ code: 0 })
    expect((await here.run("status")).stdout).toMatch(/^Evidence {5}✓ `make test` passed/m)
  })

  it("says that nothing happened yet, and that an input waits", async () => {
    const here = scene()
    const id = await here.use((store) => store.open({ workspace: here.project, project: here.project }))
    expect((await here.run("status", id)).stdout).toContain("Nothing has happened yet.")
    await here.use((store) => openSession(store, here.project, "Later"))
    const { stdout } = await here.run("status")
    expect(stdout).toMatch(/^Later\nAn input is queued/)
    expect(stdout).toMatch(/^Next {9}holdfast resume \w{8}/m)
  })
})
