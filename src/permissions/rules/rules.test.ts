import { execFile, execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { addRule } from "./rule-writing.ts"
import { readRules } from "./rules.ts"

let directory: string
let userFile: string
let projectFile: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  userFile = join(directory, "config", "permissions.json")
  projectFile = join(directory, "project", ".holdfast", "permissions.json")
  for (const file of [userFile, projectFile]) mkdirSync(join(file, ".."), { recursive: true })
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

const read = (trusted: (hash: string) => boolean = () => false) => readRules({ userFile, projectFile, trusted })
const write = (file: string, content: unknown) =>
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))

describe("the rules", () => {
  it("are refused at once where a pipe is in their place, or something that is far too long", () => {
    execFileSync("mkfifo", [projectFile])
    expect(() => read()).toThrow(/not a regular file/)
    rmSync(projectFile)
    write(projectFile, " ".repeat(2 * 1024 * 1024))
    expect(() => read()).toThrow(/larger than/)
  })

  it("are none where there are no files", () => {
    expect(read().rules).toEqual({ allow: [], deny: [], ask: [] })
    expect(read().sources.map(({ exists, hash }) => ({ exists, hash }))).toEqual([
      { exists: false, hash: null },
      { exists: false, hash: null },
    ])
  })

  it("of the user come before those of the project", () => {
    write(userFile, { deny: [{ tool: "bash", contains: "one" }] })
    write(projectFile, { deny: [{ tool: "bash", contains: "two" }] })
    expect(read().rules.deny).toEqual([
      { rule: { tool: "bash", contains: "one" }, kind: "deny", source: "user", file: userFile, number: 1 },
      { rule: { tool: "bash", contains: "two" }, kind: "deny", source: "project", file: projectFile, number: 1 },
    ])
  })

  it("of a project can only restrict until a person trusts the file as it is", () => {
    const content = { allow: [{ tool: "bash" }], deny: [{ tool: "write" }], ask: [{ tool: "read" }] }
    write(projectFile, content)
    const hash = createHash("sha256").update(readFileSync(projectFile)).digest("hex")
    const counts = (trusted: (hash: string) => boolean) => {
      const { rules } = read(trusted)
      return [rules.allow.length, rules.deny.length, rules.ask.length]
    }
    expect(counts(() => false)).toEqual([0, 1, 1])
    expect(counts((candidate) => candidate === hash)).toEqual([1, 1, 1])
    expect(read((candidate) => candidate === hash).sources[1]).toMatchObject({ hash, trusted: true })
    write(projectFile, { ...content, allow: [{ tool: "bash" }, { tool: "write" }] })
    expect(counts((candidate) => candidate === hash)).toEqual([0, 1, 1])
  })

  it.each([
    ["no JSON", "{", /JSON/],
    ["a key that is not known", { permit: [] }, /permit/],
    ["a rule with a key that is not known", { allow: [{ tool: "bash", path: "x" }] }, /allow\.0.*path/],
    ["an empty rule", { allow: [{}] }, /allow\.0.*at least one/],
    ["an empty text", { deny: [{ contains: "" }] }, /deny\.0\.contains/],
    ["a rule that is no object", { ask: ["bash"] }, /ask\.0/],
    ["a list that is none", { ask: { tool: "bash" } }, /ask/],
    ["no object", [], /object/],
    ["null", "null", /object/],
    ["bytes that are no text", Buffer.from([0x7b, 0xff, 0x7d]), /valid/],
  ])("are refused, with the file and what is wrong, where there is %s", (_, content, problem) => {
    for (const file of [userFile, projectFile]) {
      writeFileSync(file, Buffer.isBuffer(content) || typeof content === "string" ? content : JSON.stringify(content))
      expect(() => read()).toThrow(problem)
      expect(() => read()).toThrow(file)
      rmSync(file)
    }
  })

  it("are refused where the file cannot be read", () => {
    rmSync(userFile, { force: true })
    mkdirSync(userFile)
    expect(() => read()).toThrow(userFile)
  })
})

describe("a rule that is added", () => {
  it("stands behind the others, in a file that only its owner reads", async () => {
    write(userFile, { allow: [{ tool: "read" }], ask: [{ tool: "bash" }] })
    await addRule(userFile, "allow", { tool: "bash", command: "npm test" })
    expect(JSON.parse(readFileSync(userFile, "utf8"))).toEqual({
      allow: [{ tool: "read" }, { tool: "bash", command: "npm test" }],
      ask: [{ tool: "bash" }],
    })
    expect(statSync(userFile).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(userFile, ".."))).toEqual(["permissions.json"])
  })

  it("makes the file, and its directory, where there is none", async () => {
    const file = join(directory, "new", "deep", "permissions.json")
    await addRule(file, "deny", { tool: "bash" })
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ deny: [{ tool: "bash" }] })
  })

  it("is not added twice", async () => {
    await addRule(userFile, "allow", { tool: "bash", command: "npm test" })
    await addRule(userFile, "allow", { command: "npm test", tool: "bash" })
    expect(read().rules.allow).toHaveLength(1)
  })

  it("leaves a file alone that cannot be understood", async () => {
    write(userFile, "{ not json")
    await expect(addRule(userFile, "allow", { tool: "bash" })).rejects.toThrow(userFile)
    expect(readFileSync(userFile, "utf8")).toBe("{ not json")
    expect(readdirSync(join(userFile, ".."))).toEqual(["permissions.json"])
  })

  it("keeps a link that a person put there", async () => {
    const real = join(directory, "dotfiles.json")
    write(real, {})
    symlinkSync(real, userFile)
    await addRule(userFile, "allow", { tool: "bash" })
    expect(JSON.parse(readFileSync(real, "utf8"))).toEqual({ allow: [{ tool: "bash" }] })
  })

  it("is not lost when several processes add theirs at once", async () => {
    const module = new URL("./rule-writing.ts", import.meta.url).href
    const script = (name: string) => `
      import { addRule } from ${JSON.stringify(module)}
      for (let n = 0; n < 10; n++) await addRule(${JSON.stringify(userFile)}, "allow", { command: "${name}-" + n })`
    const run = promisify(execFile)
    await Promise.all(["a", "b", "c"].map((name) => run(process.execPath, ["--input-type=module", "-e", script(name)])))
    expect(read().rules.allow).toHaveLength(30)
  })

  it("does not wait for a process that died with the lock", async () => {
    const run = promisify(execFile)
    const { stdout } = await run(process.execPath, ["-p", "process.pid"])
    writeFileSync(`${userFile}.lock`, stdout.trim())
    await addRule(userFile, "allow", { tool: "bash" })
    expect(read().rules.allow).toHaveLength(1)
  })
})
