import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { gatherProjectFacts } from "../../../src/agent/facts/project-facts.ts"
import { projectSummary } from "../../../src/workflow/project/describe-project.ts"
import { loopbackModel, saidIn } from "../../cli/loopback-model.ts"
import { linesOf, streamOf, turnScene } from "../../cli/run-scene.ts"

describe("one-shot use", () => {
  it("F093 steering: what is said during a turn is in its next request; while idle it is a task of its own", async () => {
    const here = turnScene()
    const go = here.outside("go")
    const command = `until [ -e ${go} ]; do sleep 0.05; done`
    const model = await loopbackModel({ call: { name: "bash", arguments: { command } } }, { text: "Did both." })
    const running = streamOf(here.start("run", "Fix it", "--json", "--permission-mode", "allow", ...model.options))
    await running.until(({ type }) => type === "tool.started")
    const steering = streamOf(here.start("run", "-c", "Also the docs.", "--json"))
    await steering.until(({ type, data }) => type === "input.accepted" && data?.kind === "steer")
    writeFileSync(go, "")
    const [{ lines }] = await Promise.all([running.ended, steering.ended])
    expect(model.requests.map((request) => saidIn(request).includes("Also the docs."))).toEqual([false, true])
    const idle = linesOf(await here.run("run", "-c", "And the tests.", "--json"))
    expect(idle).toContainEqual(
      expect.objectContaining({ type: "input.consumed", data: expect.objectContaining({ as: "task" }) }),
    )
    expect(idle.at(-1)?.turnId).not.toBe(lines.at(-1)?.turnId)
  })

  it("F136 one-shot: the task runs and the answer is printed; options that exclude each other are an error", async () => {
    const { run, script } = turnScene()
    const model = script({ text: "It greets." })
    for (const argv of [["run"], ["-p"]]) {
      expect(await run(...argv, "what does it do?", "--model", model)).toMatchObject({
        code: 0,
        stdout: "It greets.\n",
      })
    }
    const both = await run("run", "go", "--mode", "plan", "--session", "last", "--continue", "--model", model)
    expect(both).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("cannot be combined") })
  })

  it.each([
    {
      files: { "package.json": '{"scripts":{"test":"node --test","build":"tsc"}}', "pnpm-lock.yaml": "" },
      summary: { kinds: ["node"], manager: "pnpm" },
      commands: [
        { name: "Test", command: "pnpm test" },
        { name: "Build", command: "pnpm run build" },
      ],
    },
    {
      files: {
        "pyproject.toml": "[project]\nname = 'a'\n[tool.pytest.ini_options]\n",
        "uv.lock": "",
        "tests/test_a.py": "",
      },
      summary: { kinds: ["python"], manager: "uv" },
      commands: [{ name: "Test", command: expect.stringContaining("pytest") }],
    },
    {
      files: { "Cargo.toml": "[package]\nname = 'a'\n", "Cargo.lock": "", "src/main.rs": "" },
      summary: { kinds: ["rust"], manager: "cargo" },
      // Its tests build it, too.
      commands: [{ name: "Test", command: "cargo test" }],
    },
    {
      files: { "go.mod": "module a\n", "go.sum": "", "a_test.go": "package a\n" },
      summary: { kinds: ["go"], manager: "go" },
      commands: [
        { name: "Test", command: "go test ./..." },
        { name: "Check types", command: "go vet ./..." },
      ],
    },
  ])("F138 project detection: $summary.kinds with its package manager and commands", async (of) => {
    const place = mkdtempSync(join(tmpdir(), "holdfast-"))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const workspace = join(place, "project")
    const programs = join(place, "bin")
    for (const [path, text] of Object.entries(of.files)) {
      mkdirSync(join(workspace, path, ".."), { recursive: true })
      writeFileSync(join(workspace, path), text)
    }
    mkdirSync(programs)
    for (const name of ["pnpm", "uv", "python3", "python", "pytest", "cargo", "go"]) {
      writeFileSync(join(programs, name), "#!/bin/sh\n")
      chmodSync(join(programs, name), 0o755)
    }
    const summary = projectSummary(await gatherProjectFacts({ workspace, touched: [], path: programs }))
    expect(summary).toMatchObject(of.summary)
    for (const command of of.commands) expect(summary.commands).toContainEqual(command)
  })

  it("F139 config: the last model is remembered, and the settings and the command line override it", async () => {
    const here = turnScene()
    const { options } = await loopbackModel()
    const [, , , url = ""] = options
    const used = async (...argv: string[]) => {
      const [start] = linesOf(await here.run("run", "go", "--json", ...argv))
      return start?.model
    }
    await used(...options)
    expect(await used()).toMatchObject({ name: "openai-compatible/loopback" })
    await here.run("config", "set", "baseUrls.openai-compatible", url)
    await here.run("config", "set", "model", "openai-compatible/chosen")
    expect(await used()).toMatchObject({ name: "openai-compatible/chosen" })
    expect(await used("--model", "openai-compatible/named")).toMatchObject({ name: "openai-compatible/named" })
  })
})
