import { once } from "node:events"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { stripVTControlCharacters } from "node:util"
import { describe, expect, it } from "vitest"
import { uuidv7 } from "../../src/store/uuid.ts"
import { filled } from "./filled.ts"
import { turnScene } from "./run-scene.ts"
import { finish, scene } from "./scene.ts"

describe("log", () => {
  it("prints one line an event", async () => {
    const here = scene()
    await filled(here)
    const { code, stdout } = await here.run("log", "last")
    const lines = stdout.trimEnd().split("\n")
    expect({ code, count: lines.length }).toEqual({ code: 0, count: 11 })
    expect(lines[1]).toMatch(
      /^ {4}2 {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}ada +input\.accepted +send: Fix the flaky login test$/,
    )
    expect(lines[9]).toMatch(/^ {3}10 .* tool\.finished +ok, exit code 0, 12 passed$/)
  })

  it("says of a check what it came to, not only how its command ended", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const check = { attempt: "one", check: "test" }
    await here.use(async (store) => {
      const turn = uuidv7()
      const lease = await store.acquire(newest, { type: "Agent" })
      const call = { call: "c", name: "bash", arguments: { command: "npm test" }, check }
      const verdict = { ...check, status: "missing" as const, summary: "No test ran" }
      await store.append(newest, [{ type: "turn.started", turn, data: { task: "go on" } }], lease)
      const { command } = call.arguments
      const checks = [{ id: "test", command, kind: "test", strength: "tests", source: "project" } as const]
      await store.append(newest, [{ turn, type: "done.defined", data: { task: "go on" } }], lease)
      await store.append(
        newest,
        [{ turn, type: "done.verification-planned", data: { attempt: "one", number: 1, checks } }],
        lease,
      )
      await store.append(newest, [{ turn, type: "tool.called", data: call }], lease)
      await store.append(newest, [{ turn, type: "tool.started", data: { call: "c", readOnly: false, check } }], lease)
      const outcome = { call: "c", status: "ok" as const, exitCode: 0, output: { text: "" }, changed: [] }
      await store.append(newest, [{ turn, type: "tool.finished", data: { ...outcome, check: verdict } }], lease)
      await store.release(lease)
    })
    const { stdout } = await here.run("log", newest)
    expect(stdout).toMatch(/tool\.called +check with bash/)
    expect(stdout).toMatch(/tool\.finished +.*No test ran/)
    expect(stdout).not.toMatch(/tool\.finished +ok, exit code 0\n/)
  })

  it("gives raw events as JSON lines, by range, type, number and direction", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const seqs = async (...argv: string[]) => {
      const { stdout } = await here.run("log", newest, "--json", ...argv)
      return stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line).seq as number)
    }
    const stored = await here.use(async (store) => Array.fromAsync(store.read(newest)))
    const { stdout } = await here.run("log", newest, "--json")
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toEqual(stored)
    expect(
      await Promise.all([
        seqs("--after", "3", "--before", "6"),
        seqs("--limit", "2"),
        seqs("-r", "--limit", "2"),
        seqs("--type", "tool", "--type", "turn.stopped"),
        seqs("--type", "tool", "--limit", "1", "--reverse"),
      ]),
    ).toEqual([[4, 5], [1, 2], [11, 10], [8, 9, 10, 11], [10]])
  })

  it("shows a damaged event as such, prints the rest, and ends with 1", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const db = new DatabaseSync(join(here.home, "holdfast.db"))
    db.exec(
      'UPDATE events SET body = CAST(\'{"not":"it"}\' AS BLOB) WHERE seq = 6 AND session = (SELECT max(n) FROM sessions)',
    )
    db.close()
    const [text, json, markdown, jsonl] = await Promise.all([
      here.run("log", newest),
      here.run("log", newest, "--json"),
      here.run("export", newest, "--format", "markdown"),
      here.run("export", newest, "-o", "whole.jsonl"),
    ])
    expect(text.code).toBe(1)
    expect(text.stdout).toMatch(/^ {4}5 .*\n {4}x {2}damaged: event 6 cannot be read.*\n {4}7 /m)
    expect(text.stdout.trimEnd().split("\n")).toHaveLength(11)
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout.split("\n")[5] ?? "")).toMatchObject({ damage: { session: newest, from: 6, to: 6 } })
    expect(markdown).toMatchObject({ code: 1, stdout: expect.stringContaining("**Damaged**, left out: events 6 to 6") })
    expect(jsonl).toMatchObject({ code: 1, stderr: expect.stringContaining("is damaged at seq 6") })
    expect(existsSync(join(here.project, "whole.jsonl"))).toBe(false)
  })

  it("ends quietly when nobody reads on", async () => {
    const here = scene()
    const { newest } = await filled(here)
    await here.use(async (store) => {
      for (let round = 0; round < 20; round++) {
        const notes = Array.from({ length: 100 }, () => ({
          type: "session.described" as const,
          data: { tags: [`round ${round} ${"x".repeat(80)}`] },
        }))
        await store.append(newest, notes, "intent")
      }
    })
    const child = here.start("log", newest, "--json")
    child.stdin.end()
    await once(child.stdout, "data")
    child.stdout.destroy()
    const [code] = await once(child, "close")
    expect({ code, stderr: child.stderr.read() }).toEqual({ code: 0, stderr: null })
  })

  it("follows what another process appends, until Ctrl-C", async () => {
    const here = scene()
    const { newest } = await filled(here)
    const child = here.start("log", newest, "--json", "--follow", "--limit", "1")
    child.stdin.end()
    const seen: number[] = []
    await here.use(async (store) => {
      for await (const line of createInterface({ input: child.stdout })) {
        const { seq } = JSON.parse(line) as { seq: number }
        seen.push(seq)
        if (seen.length < 4)
          await store.append(newest, [{ type: "session.described", data: { title: `${seq}` } }], "intent")
        else child.kill("SIGINT")
      }
    })
    if (child.exitCode === null) await once(child, "close")
    expect({ seen, code: child.exitCode }).toEqual({ seen: [11, 12, 13, 14], code: 130 })
  })
})

describe("a command that is stopped by Ctrl-C", () => {
  it("ends with 130 and no message", async () => {
    const here = scene()
    await filled(here)
    const child = here.start("log", "last", "--follow")
    await once(child.stdout, "data")
    child.kill("SIGINT")
    expect(await finish(child)).toMatchObject({ code: 130, stderr: "" })
  })
})

describe("the columns of a log and a transcript", () => {
  it("stay where they are, say nothing twice, and fit the terminal", async () => {
    const scene = turnScene()
    const write = {
      toolCalls: [{ name: "write", arguments: { path: "a.mjs", content: `export const a = "${"x".repeat(300)}"\n` } }],
    }
    await scene.run("run", "write", "--model", scene.script(write, { text: "Written." }))
    const { stdout } = await scene.run("log", "last")
    expect(stdout).toContain("done.verification-planned")
    const lines = stdout.trimEnd().split("\n")
    const column = lines[0]?.indexOf(scene.project) ?? 0
    expect(lines.filter((line) => line.length > column && !/ {2}\S/.test(line.slice(column - 2, column + 1)))).toEqual(
      [],
    )
    expect(stdout).not.toMatch(/\b(\w+): \1\b/)
    const shown = scene.inTerminal(["show", "last"], { columns: 60 })
    expect(await shown.ended).toBe(0)
    const wide = stripVTControlCharacters(shown.raw)
      .split("\r\n")
      .filter((line) => line.length > 60)
    expect(wide.filter((line) => !line.includes("/"))).toEqual([])
  })
})
