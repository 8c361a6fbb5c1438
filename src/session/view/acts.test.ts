import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../test/support/session/example.ts"
import { opened } from "../../../test/support/session/say.ts"
import type { EventData } from "../event.ts"
import { type Act, actsIn, netChanges, type PathChange } from "./acts.ts"

const [one, two] = ["1".repeat(64), "2".repeat(64)]

const called = (call: string, name: string, args: Record<string, unknown>): Line => [
  "tool.called",
  { call, name, arguments: args },
]
const finished = (call: string, more: Partial<EventData<"tool.finished">> = {}): Line => [
  "tool.finished",
  { call, status: "ok", output: { text: "" }, changed: [], ...more },
]
const job = (call: string, more: Partial<NonNullable<EventData<"tool.started">["job"]>> = {}): Line => [
  "tool.started",
  { call, readOnly: false, job: { id: `job ${call}`, command: "x", cwd: "/project", directory: "/jobs", ...more } },
]
const acts = (...lines: Line[]) => actsIn(logOf(opened, ...lines), "/project")
const act = (...lines: Line[]): Partial<Act> => acts(...lines)[0] ?? {}

describe("the tool calls of a piece of work", () => {
  it("are those that finished, with paths from the workspace", () => {
    const change = { path: "/project/src/a.ts", before: one, after: two }
    const found = acts(
      called("w", "write", { path: "/project/src/a.ts" }),
      ["tool.started", { call: "w", readOnly: false, files: [] }],
      finished("w", { changed: [change] }),
      called("open", "read", { path: "b" }),
    )
    expect(found).toEqual([
      {
        seq: 4,
        startedAt: 3,
        tool: "write",
        status: "ok",
        path: "src/a.ts",
        command: null,
        cwd: "",
        exitCode: null,
        output: "",
        ran: false,
        background: false,
        snapshot: null,
        acts: true,
        changes: [
          { path: "src/a.ts", before: one, after: two, modes: { before: null, after: null }, isDirectory: false },
        ],
        generated: 0,
        unwatched: null,
      },
    ])
  })

  it("know a call that was refused before it started", () => {
    const denied = act(called("b", "bash", { command: "rm -rf x" }), finished("b", { status: "denied" }))
    expect(denied).toMatchObject({ startedAt: null, ran: false, acts: false, command: "rm -rf x", status: "denied" })
  })

  it("know where a command ran and how it ended", () => {
    const lines = [called("b", "bash", { command: "make" }), job("b", { cwd: "/project/pkg" })]
    expect(act(...lines, finished("b", { exitCode: 2, output: { text: "no" }, status: "error" }))).toMatchObject({
      ran: true,
      cwd: "pkg",
      exitCode: 2,
      output: "no",
    })
    expect(act(called("b", "bash", {}), job("b", { cwd: "/elsewhere" }), finished("b")).cwd).toBe("/elsewhere")
  })

  it("could have changed something where they were watched, or could not be", () => {
    const run = (more: Parameters<typeof job>[1]) => act(called("b", "bash", {}), job("b", more), finished("b")).acts
    expect(run({})).toBe(false)
    expect(run({ snapshot: "a".repeat(40) })).toBe(true)
    expect(run({ uncovered: "no git" })).toBe(true)
    const look: Line = ["tool.started", { call: "r", readOnly: true }]
    expect(act(called("r", "read", {}), look, finished("r")).acts).toBe(false)
  })

  it("keep generated files of commands apart, and those that a file tool wrote", () => {
    const changed = ["/project/a.py", "/project/__pycache__/a.pyc"].map((path) => ({ path, before: null, after: one }))
    const command = act(called("b", "bash", {}), job("b"), finished("b", { changed, generated: 3 }))
    expect(command.changes?.map(({ path }) => path)).toEqual(["a.py"])
    expect(command.generated).toBe(4)
    const tool = act(called("w", "write", {}), finished("w", { changed }))
    expect(tool.changes).toHaveLength(2)
  })

  it("leave out what is no part of the work", () => {
    const changed = [{ path: "/memory.md", before: null, after: one, aside: true as const }]
    expect(act(called("n", "note", {}), finished("n", { changed })).changes).toEqual([])
  })
})

describe("what changes came to", () => {
  const change = (seq: number, path: string, before: string | null, after: string | null, more = {}) => ({
    path,
    before,
    after,
    modes: { before: 0o644, after: 0o644 } as PathChange["modes"],
    isDirectory: false,
    seq,
    ...more,
  })
  const net = (...changes: ReturnType<typeof change>[]) =>
    netChanges(changes).map(({ path, change, kind }) => [path, change, kind ?? "content"])

  it("is nothing for what was put back or is gone again", () => {
    expect(net(change(1, "a", "x", "y"), change(2, "a", "y", "x"))).toEqual([])
    expect(net(change(1, "a", null, "x"), change(2, "a", "x", null))).toEqual([])
  })

  it("is one change of a path, however often it was changed", () => {
    expect(netChanges([change(1, "a", null, "x"), change(3, "a", "x", "y")])).toEqual([
      { path: "a", change: "created", before: null, after: "y", first: 1, seq: 3 },
    ])
    expect(net(change(1, "a", "x", "y"), change(2, "a", "y", null))).toEqual([["a", "deleted", "content"]])
    expect(net(change(1, "a", "x", null), change(2, "a", null, "y"))).toEqual([["a", "changed", "content"]])
  })

  it("tells modes, links and directories from content", () => {
    expect(net(change(1, "run.sh", "x", "x", { modes: { before: 0o644, after: 0o755 } }))).toEqual([
      ["run.sh", "changed", "mode"],
    ])
    expect(net(change(1, "link", null, "x", { modes: { before: null, after: 0o120777 } }))).toEqual([
      ["link", "created", "link"],
    ])
    expect(net(change(1, "link", "x", null, { modes: { before: 0o120777, after: null } }))).toEqual([
      ["link", "deleted", "link"],
    ])
    expect(net(change(1, "a", null, "d", { isDirectory: true }))).toEqual([["a", "created", "directory"]])
  })

  it("takes a mode that is not known for the same", () => {
    const unknown = { modes: { before: null, after: null } }
    expect(net(change(1, "a", "x", null), change(2, "a", null, "x", unknown))).toEqual([])
  })

  it("forgets a mode that was put back", () => {
    const modes = (before: number, after: number) => ({ modes: { before, after } })
    expect(net(change(1, "a", "x", "x", modes(0o644, 0o755)), change(2, "a", "x", "x", modes(0o755, 0o644)))).toEqual(
      [],
    )
  })
})
