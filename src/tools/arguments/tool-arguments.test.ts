import { describe, expect, it } from "vitest"
import { findTool, tools } from "../tool-set.ts"
import { readArguments } from "./tool-arguments.ts"

function read(name: string, raw: unknown) {
  const tool = findTool(tools, name)
  if (!tool) throw new Error(`no tool ${name}`)
  return readArguments(tool, raw)
}

const file = { path: "a.txt", content: "x" }

describe("the arguments of a call that changes something", () => {
  it.each(["dir", "working_dir", "work_dir", "workingDirectory", "directory", "folder", "path", "workspace"])(
    "say by %s where a command runs",
    (name) => {
      expect(read("bash", { command: "rm -f *", [name]: "build" })).toEqual({
        arguments: { command: "rm -f *", cwd: "build" },
        repaired: [`${name}: took it for cwd`],
      })
    },
  )

  it.each<[string, string, object, object]>([
    ["the words of a command", "bash", { command: ["echo", "rm -rf src"] }, { command: "echo 'rm -rf src'" }],
    ["the script of a shell", "bash", { cmd: ["bash", "-lc", "npm test"] }, { command: "npm test" }],
    ["a path in a list", "write", { path: ["a.txt"], content: "x" }, file],
    ["a mode that appends", "write", { ...file, mode: "append" }, { ...file, append: true }],
    ["a mode of fopen", "write", { ...file, mode: "a" }, { ...file, append: true }],
    ["a mode that does not", "write", { ...file, mode: "overwrite" }, { ...file, append: false }],
    [
      "a directory and a file",
      "write",
      { filename: "a.txt", directory: "b", content: "x" },
      { ...file, path: "b/a.txt" },
    ],
    ["a file and a directory", "write", { dir: "b/", path: "Makefile", content: "x" }, { ...file, path: "b/Makefile" }],
    ["a path and a file", "write", { path: "b", file_name: "a.txt", content: "x" }, { ...file, path: "b/a.txt" }],
    ["the same path twice", "write", { ...file, file_path: "a.txt" }, file],
    [
      "what is said about it",
      "bash",
      { command: "ls", description: "List", explanation: "why", id: 7 },
      { command: "ls" },
    ],
    ["the name of the call", "write", { ...file, name: "write", type: "function" }, file],
    ["what is done anyway", "write", { ...file, encoding: "UTF-8", overwrite: true, create_dirs: true }, file],
  ])("are what was meant: %s", (_, name, raw, args) => expect(read(name, raw)).toMatchObject({ arguments: args }))

  it.each<[string, string, object, string]>([
    ["more words", "bash", { command: "git", args: ["status"] }, "`args` is no argument of it"],
    ["a condition", "bash", { command: "./deploy", dry_run: true }, "`dry_run` is no argument of it"],
    ["two places", "bash", { command: "rm *", cwd: "a", dir: "b" }, "`cwd` and `dir` mean the same: give one"],
    ["lines for a command", "bash", { command: ["cd a", "rm *"] }, "`command`: Invalid input: expected string"],
    ["an object for a command", "bash", { command: { rm: "a" } }, "`command`: Invalid input: expected string"],
    ["a part of the file", "write", { ...file, start_line: 3, end_line: 4 }, "`start_line` is no argument of it; `end"],
    ["two files", "write", { ...file, file: "b.txt" }, "`path` and `file` mean the same: give one"],
    ["a path elsewhere", "write", { path: "b/a.txt", dir: "c", content: "x" }, "`path` and `dir` mean the same"],
    ["several paths", "write", { path: ["a", "b"], content: "x" }, "`path`: Invalid input: expected string"],
    ["a file by its name", "write", { path: "b", name: "a.txt", content: "x" }, "`name` is no argument of it"],
    ["a mode that nobody knows", "write", { ...file, mode: "insert" }, "`mode` is no argument of it"],
    ["modes that differ", "write", { ...file, append: false, mode: "append" }, "`append` and `mode` mean the same"],
    ["another encoding", "write", { ...file, encoding: "utf-16" }, "`encoding` is no argument of it"],
    ["no wish to overwrite", "write", { ...file, overwrite: false }, "`overwrite` is no argument of it"],
    ["a line", "edit", { path: "a", old: "b", new: "c", line: 3 }, "`line` is no argument of it"],
  ])("are refused with the schema where the call would do another thing: %s", (_, name, raw, problem) => {
    const text = expect.stringMatching(/^The arguments of \w+ are wrong: [^\n]+\. It takes \{"[^\n]+\}\.$/)
    expect(read(name, raw)).toEqual({ status: "error", text })
    expect(read(name, raw)).toEqual({ status: "error", text: expect.stringContaining(problem) })
  })
})

describe("the arguments of a call that only looks", () => {
  it("may have what nobody knows, and two that mean one", () => {
    const args = { path: "a.txt" }
    expect(read("read", { ...args, dry_run: true })).toMatchObject({ arguments: args })
    expect(read("read", { ...args, file: "b.txt" })).toMatchObject({ arguments: args })
    expect(read("read", { filename: "a.txt", directory: "b" })).toMatchObject({ arguments: { path: "b/a.txt" } })
  })
})
