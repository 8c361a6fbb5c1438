import { describe, expect, it } from "vitest"
import type { NetChange } from "../../session/view/acts.ts"
import type { ProjectFacts } from "../project/project.ts"
import type { FileText } from "./configuration.ts"
import { touchedChecks } from "./touched-checks.ts"

type Texts = Record<string, { before?: string | null | undefined; after?: string | null | undefined }>

const manifest = (scripts: Record<string, string>) => JSON.stringify({ scripts })
const tested = { "package.json": manifest({ test: "node --test" }), "test/add.test.js": "" }

/** What is touched where these files are changed, in a project with others. */
function touched(texts: Texts, others: Record<string, string> = tested, more: Partial<NetChange> = {}): string[] {
  const read: FileText[] = Object.entries(texts).map(([path, { before = null, after = null }]) => ({
    path,
    before,
    after,
  }))
  const hash = (text: string | null | undefined) => (text === null ? null : `hash of ${text}`)
  const net = read.map(({ path, before, after }): NetChange => {
    const change = before === null ? "created" : after === null ? "deleted" : "changed"
    return { path, change, before: hash(before), after: hash(after), first: 7, seq: 7, ...more }
  })
  const now = read.flatMap(({ path, after }) => (typeof after === "string" ? [[path, after] as const] : []))
  const present = new Map([...Object.entries(others).filter(([path]) => !(path in texts)), ...now])
  const facts: ProjectFacts = { files: new Set(present.keys()), texts: present, available: new Set() }
  return touchedChecks(net, { texts: read, facts })
}

describe("what bears on the checks and was changed", () => {
  it.each(["test/add.test.js", "test.js", "tests.py", "src/AddTests.cs", "spec/add.rb", "pkg/add_test.go"])(
    "is an existing test: %s",
    (path) => {
      expect(touched({ [path]: { before: "a", after: "b" } })).toEqual([path])
      expect(touched({ [path]: { before: "a" } })).toEqual([path])
      expect(touched({ [path]: { after: "b" } })).toEqual([])
    },
  )

  it("is a script that the test command runs, as it was before the work", () => {
    const others = { "package.json": manifest({ test: "bash scripts/run.sh" }) }
    expect(touched({ "scripts/run.sh": { before: "node --test\n", after: "exit 0\n" } }, others)).toEqual([
      "scripts/run.sh",
    ])
    const moved = { "package.json": { before: others["package.json"], after: manifest({ test: "true" }) } }
    expect(touched({ "scripts/run.sh": { before: "a", after: "b" }, ...moved }, others)).toEqual([
      "scripts/run.sh",
      "package.json",
    ])
    const deploy = { "package.json": manifest({ test: "node --test", deploy: "bash scripts/deploy.sh" }) }
    expect(touched({ "scripts/deploy.sh": { before: "a", after: "b" } }, deploy)).toEqual([])
  })

  it("is configuration, where there were checks before", () => {
    const config = { "vitest.config.ts": { after: "export default { test: { exclude: ['**'] } }\n" } }
    expect(touched(config)).toEqual(["vitest.config.ts"])
    expect(touched(config, {})).toEqual([])
    expect(touched({ ...config, "package.json": { after: manifest({ test: "vitest" }) } }, {})).toEqual([])
  })

  it("is configuration that is too long to be read", () => {
    const net: NetChange = { path: "pytest.ini", change: "changed", before: "a", after: "b", first: 7, seq: 7 }
    const facts: ProjectFacts = { files: new Set(["pytest.ini"]), texts: new Map(), available: new Set() }
    expect(touchedChecks([net], { texts: [], facts })).toEqual(["pytest.ini"])
  })

  it("is a test that Rust keeps beside its code, and not the code", () => {
    const lib = "pub fn add() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() { assert_eq!(1, 1); }\n}\n"
    const rust = { "Cargo.toml": "" }
    expect(touched({ "src/lib.rs": { before: lib, after: "pub fn add() {}\n" } }, rust)).toEqual(["src/lib.rs"])
    expect(touched({ "src/lib.rs": { before: lib, after: lib.replace("1, 1", "2, 2") } }, rust)).toEqual(["src/lib.rs"])
    expect(touched({ "src/lib.rs": { before: lib } }, rust)).toEqual(["src/lib.rs"])
    expect(touched({ "src/lib.rs": { before: lib, after: lib.replace("add", "plus") } }, rust)).toEqual([])
    expect(touched({ "src/new.rs": { after: lib } }, rust)).toEqual([])
  })

  it("is not a test that only has another name or place", () => {
    expect(touched({ "test/add.test.js": { before: "a" }, "test/sum.test.js": { after: "a" } })).toEqual([])
    expect(touched({ "src/add_test.go": { before: "a" }, "lib/add_test.go": { after: "a" } })).toEqual([])
    expect(touched({ "tests/fixtures/a.json": { before: "a" }, "tests/data/a.json": { after: "a" } })).toEqual([])
  })

  it.each(["test/add.test.js.bak", "test/add.old.js", "old/add.js", "add.disabled.js"])(
    "is a test that is no longer found under its new name: %s",
    (path) => {
      expect(touched({ "test/add.test.js": { before: "a" }, [path]: { after: "a" } })).toEqual(["test/add.test.js"])
    },
  )

  it.each([".attic/add.test.js", "build/add.test.js", "node_modules/add.test.js"])(
    "is a test that was moved to where no runner looks: %s",
    (path) => {
      expect(touched({ "test/add.test.js": { before: "a" }, [path]: { after: "a" } })).toContain("test/add.test.js")
    },
  )

  it("is what tests expect or are given", () => {
    expect(touched({ "src/__snapshots__/add.json": { before: "a", after: "b" } })).toEqual([
      "src/__snapshots__/add.json",
    ])
    expect(touched({ "testdata/sum.txt": { before: "a" } })).toEqual(["testdata/sum.txt"])
    expect(touched({ "testdata/new.txt": { after: "a" } })).toEqual([])
  })

  it("is an installed package", () => {
    expect(touched({ "node_modules/.bin/jest": { after: "exit 0" } })).toEqual(["node_modules/.bin/jest"])
  })

  it("is a link in the place of a test", () => {
    const link = { "test/add.test.js": { before: "a", after: "other.test.js" } }
    expect(touched(link, tested, { kind: "link" })).toEqual(["test/add.test.js"])
  })

  it("is not a mode or a directory", () => {
    expect(touched({ "test/add.test.js": { before: "a", after: "a" } }, tested, { kind: "mode" })).toEqual([])
  })
})
