import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { buildSandbox, compilers, compilerVersion } from "../../scripts/sandbox.ts"

const hashes = {
  x64: "294e5acbb1e2043055e000e9967474306ff649d01d70f1c422c2aadf3fbaf56c",
  arm64: "5b65b06b9eb94f8ed40a34d8287fa419a6ad342b78e149648afcaa608dd695ff",
} as const

const root = join(import.meta.dirname, "..", "..")
const sha256 = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex")

describe.each(["x64", "arm64"] as const)("the program of the sandbox for %s", (arch) => {
  const { program } = compilers[arch]
  const hasCompiler = spawnSync(program, ["-dumpfullversion"], { encoding: "utf8" }).stdout?.trim() === compilerVersion

  it("is the one that was reviewed", () => {
    expect(sha256(join(root, "bin", `sandbox-linux-${arch}`))).toBe(hashes[arch])
  })

  it.skipIf(!hasCompiler)("is what its source compiles to", () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    buildSandbox(arch, join(directory, "built"))
    expect(sha256(join(directory, "built"))).toBe(hashes[arch])
  })
})

describe.skipIf(process.platform !== "linux" || process.arch !== "x64")("the program", () => {
  const program = join(root, "bin", "sandbox-linux-x64")

  it("runs nothing without a whole policy, and says so", () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    execFileSync("sh", ["-c", "printf 'w/tmp' > cut; : > empty"], { cwd: directory })
    for (const policy of ["missing", "empty", "cut"]) {
      const { status, stdout, stderr } = spawnSync(program, [join(directory, policy), "/bin/echo", "ran"], {
        encoding: "utf8",
      })
      expect([status, stdout]).toEqual([126, ""])
      expect(stderr).toContain("so the command was not run")
    }
  })

  it("hands on no file that happens to be open", () => {
    const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
    writeFileSync(join(directory, "policy"), "r/\0")
    const stdio = Array.from({ length: 21 }, (_, at) => (at === 20 ? ("pipe" as const) : ("ignore" as const)))
    const list = "ls /proc/self/fd"
    const open = (args: readonly string[]) =>
      spawnSync(args[0] ?? "", args.slice(1), {
        stdio: ["ignore", "pipe", "pipe", ...stdio.slice(3)],
        encoding: "utf8",
      }).stdout.split("\n")
    expect(open(["/bin/sh", "-c", list])).toContain("20")
    const confined = open([program, join(directory, "policy"), "/bin/sh", "-c", list])
    expect(confined).toContain("1")
    expect(confined).not.toContain("20")
  })

  it("says what the system has", () => {
    const { stdout } = spawnSync(program, ["--probe"], { encoding: "utf8" })
    expect(stdout).toMatch(/^landlock \d+\nnamespaces (yes|no)\n$/)
  })
})
