import { spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { commands } from "../../src/cli/command-table.ts"
import { sessionOptions } from "../../src/cli/commands/session-options.ts"
import { providerNames } from "../../src/models/catalog/providers.ts"
import { openPty } from "./pty.ts"
import { scene } from "./scene.ts"

/** A directory with a file and a folder, and the script of a shell beside it. */
async function completing(shell: string) {
  const { run, project } = scene()
  const { code, stdout, stderr } = await run("completion", shell)
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const script = join(project, "..", `holdfast.${shell}`)
  writeFileSync(script, stdout)
  writeFileSync(join(project, "a session.jsonl"), "")
  mkdirSync(join(project, "apart"))
  return { script, project }
}

/** What real bash completes the last word to. A word that ends with a space is over. */
function inBash({ script, project }: { script: string; project: string }, line: string): string[] {
  const words = ["holdfast", ...line.split(" ").flatMap((word) => word.split(/(=)/).filter((part) => part !== ""))]
  if (line === "" || line.endsWith(" ")) words.push("")
  const program = `source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _holdfast; printf '%s\\n' "\${COMPREPLY[@]}"`
  const ran = spawnSync("bash", ["--norc", "-c", program, "bash", script, ...words], { cwd: project, encoding: "utf8" })
  expect(ran.stderr).toBe("")
  return ran.stdout.split("\n").filter(Boolean)
}

const isInstalled = (shell: string) => spawnSync(shell, ["--version"]).status === 0

describe("holdfast completion bash", () => {
  it("completes commands, options, their values, arguments, files and directories", async () => {
    const here = await completing("bash")
    const of = (line: string) => inBash(here, line)
    expect(of("")).toEqual(commands.map(({ name }) => name))
    expect(of("exp")).toEqual(["explore", "export"])
    expect(of("--v")).toEqual(["--version"])
    expect(of("--")).toEqual([...Object.keys(sessionOptions), "json", "help"].map((name) => `--${name}`))
    expect(of("--mode ")).toEqual(["auto", "clarify", "plan", "execute"])
    expect(of("--model x/y --permission-mode=re")).toEqual(["read-only"])
    expect(of("run --max-")).toEqual(["--max-steps", "--max-tokens", "--max-cost", "--max-time"])
    expect(of("-p --no")).toEqual(["--no-ask"])
    expect(of("run --mode ")).toEqual(["auto", "clarify", "plan", "execute"])
    expect(of("run --mode=p")).toEqual(["plan"])
    expect(of("run --mode=")).toEqual(["auto", "clarify", "plan", "execute"])
    expect(of("run --model ")).toEqual([])
    expect(of("config ")).toEqual(["get", "set", "unset", "path", "schema"])
    expect(of("config get comp")).toEqual(["compaction", "compaction.atTokens", "compaction.keepMessages"])
    expect(of("login ")).toEqual(providerNames)
    expect(of("show ")).toEqual(["last"])
    expect(of("help sess")).toEqual(["sessions"])
    expect(of("import a").sort()).toEqual(["a session.jsonl", "apart"])
    expect(of("export last --output a").sort()).toEqual(["a session.jsonl", "apart"])
    expect(of("export --output x la")).toEqual(["last"])
    expect(of("trust a")).toEqual(["apart"])
  })

  it("works at the prompt of bash", async () => {
    const { script, project } = await completing("bash")
    const bash = openPty(["bash", "--norc", "--noprofile"], { cwd: project, env: { PS1: "$ ", INPUTRC: "/dev/null" } })
    await bash.until(/\$ *$/)
    bash.type(`source ${script}\r`)
    await bash.until(/source [^$]*\n\$ *$/)
    bash.type("holdfast compl\t")
    await bash.until(/holdfast completion *$/)
    bash.type("b\t")
    await bash.until(/holdfast completion bash *$/)
  })
})

describe("holdfast completion", () => {
  it.each(["bash", "zsh", "fish"])("names every command and option for %s, and %s reads it", async (shell) => {
    const { script } = await completing(shell)
    if (isInstalled(shell)) expect(spawnSync(shell, ["-n", script], { encoding: "utf8" })).toMatchObject({ stderr: "" })
    const { stdout } = await scene().run("completion", shell)
    for (const option of Object.keys(sessionOptions)) expect(stdout).toContain(option)
    for (const { name, options } of commands) {
      expect(stdout).toContain(name)
      for (const option of Object.keys(options)) expect(stdout).toContain(option)
    }
  })

  it("is for these three shells", async () => {
    const { run } = scene()
    expect(await run("completion", "tcsh")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("bash, zsh or fish"),
    })
  })
})
