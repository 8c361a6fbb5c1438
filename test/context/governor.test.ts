import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { ScriptStep } from "../../src/index.ts"
import { eventsOf, run, scene } from "../agent/scene.ts"
import { calls, list, question } from "../workflow/rows/script.ts"
import { listening, profile } from "./listening.ts"

const write = (path: string) => ({ name: "write", arguments: { path, content: `${path}\n` } })
const read = (path: string) => ({ name: "read", arguments: { path } })

async function played(steps: readonly ScriptStep[], more: { governor?: "off"; mode?: "clarify" } = {}) {
  const { model, requests } = listening(steps, { profile: profile({ strength: "weak", toolFormat: "tagged" }) })
  const env = more.governor ? { HOLDFAST_GOVERNOR: more.governor } : {}
  const here = await scene({ model, permissionMode: "allow", env: { PATH: process.env.PATH, ...env } })
  writeFileSync(join(here.workspace, "README.md"), "# Kelp\n")
  if (more.mode) {
    await here.store.append(here.session, [{ type: "session.configured", data: { mode: more.mode } }], "intent")
  }
  await run(here, "Write `a.txt` and `b.txt`.")
  return { ...here, requests }
}

describe("a weak model", () => {
  it("does one thing at a time, and is told what was left out", async () => {
    const here = await played([calls(read("README.md"), write("a.txt"), write("b.txt")), { text: "Done." }])
    const outcomes = (await eventsOf(here, "tool.finished")).map(({ data }) => data.status)
    expect(outcomes.toSorted()).toEqual(["ok", "ok", "skipped"])
    expect(["a.txt", "b.txt"].map((path) => existsSync(join(here.workspace, path)))).toEqual([true, false])
    const results = here.requests[1]?.messages.flatMap((said) => (said.role === "tool" ? [said.text] : []))
    expect(results).toHaveLength(3)
    expect(results).toContainEqual(expect.stringMatching(/^Not done: one action at a time\./))
  })

  it("hears the next open thing last, until it is done", async () => {
    const { requests } = await played([
      list("write a.txt", "write b.txt"),
      calls(write("a.txt")),
      list("x write a.txt", "write b.txt"),
      { text: "Done." },
    ])
    const last = requests.map(({ messages }) => /\[Next: .*\]$/.exec(messages.at(-1)?.text ?? "")?.[0] ?? null)
    expect(last.slice(0, 4)).toEqual([
      null,
      "[Next: write a.txt (1 more after it). Do only this now.]",
      "[Next: write a.txt (1 more after it). Do only this now.]",
      "[Next: write b.txt. Do only this now.]",
    ])
  })

  it("is told less: few tools, short rules, no README; and everything where the governor is off", async () => {
    const [governed, free] = [await played([{ text: "Done." }]), await played([{ text: "Done." }], { governor: "off" })]
    const [short, long] = [governed.requests[0], free.requests[0]]
    expect(short?.tools.map(({ name }) => name)).toEqual(["read", "write", "edit", "glob", "grep", "bash", "todo"])
    expect(long?.tools.length).toBeGreaterThan(12)
    expect(short?.instructions).not.toContain("# Kelp")
    expect(long?.instructions).toContain("# Kelp")
    expect(short?.instructions.length ?? 0).toBeLessThan((long?.instructions.length ?? 0) / 2)
  })

  it("is told of a tool that only one call may use with that call", async () => {
    const here = await played([question("What should be better?")], { mode: "clarify" })
    const [asked] = here.requests
    expect(asked?.purpose).toBe("clarify")
    const [stable = "", dynamic = ""] = asked?.instructions.split("# Dynamic Runtime Context") ?? []
    expect(stable).not.toContain("- ask:")
    expect(dynamic).toMatch(/^- ask: .*\n {2}- question \(string, required\)/m)
    expect(dynamic).toContain("Only this can be called now: ask.")
  })
})
