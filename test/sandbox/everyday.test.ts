import { execFileSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { analyseCommand } from "../../src/permissions/analyse-command.ts"
import { decidePermission } from "../../src/permissions/decision.ts"
import { sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { temporaryPlaces } from "../../src/tools/sandbox/sandbox-places.ts"
import { everydayCommands } from "./everyday-commands.ts"
import { type SandboxScene, sandboxScene } from "./scene.ts"

const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({
    name: "demo",
    version: "1.0.0",
    scripts: { build: 'node -e \'require("fs").writeFileSync("built.txt", "")\'', test: "node --test" },
    dependencies: { lib: "file:lib" },
  }),
  "lib/package.json": '{"name":"lib","version":"1.0.0","bin":{"hello":"hello.js"}}',
  "lib/hello.js": '#!/usr/bin/env node\nconsole.log("hello")\n',
  "README.md": "# Demo\n\nA project.\n",
  "run.sh": "#!/bin/sh\necho ran\n",
  "src/main.js": 'const { add } = require("./math.js")\nconsole.log(add(1, 2))\n',
  "src/math.js": "exports.add = (a, b) => a + b\n",
  "src/util/.keep": "",
  "math.test.js":
    'const { test } = require("node:test")\ntest("adds", () => require("assert").equal(require("./src/math.js").add(1, 2), 3))\n',
  "app.py": "def add(a, b):\n    return a + b\n\nprint(add(1, 2))\n",
  "test_app.py":
    "import unittest\nfrom app import add\n\nclass T(unittest.TestCase):\n    def test_add(self):\n        self.assertEqual(add(1, 2), 3)\n",
  Makefile: "all:\n\ttouch made\n\ntest:\n\ttest 1 = 1\n\nhello: hello.c\n\tcc -o hello hello.c\n",
  "hello.c": '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n',
  "Hello.java": 'class Hello { public static void main(String[] a) { System.out.println("hello"); } }\n',
  "rust/Cargo.toml": '[package]\nname = "demo"\nversion = "0.1.0"\nedition = "2021"\n',
  "rust/src/main.rs": 'fn main() { println!("hello"); }\n#[test]\nfn adds() { assert_eq!(1 + 1, 2); }\n',
  "go/go.mod": "module demo\n\ngo 1.20\n",
  "go/main.go": 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello") }\n',
  "go/main_test.go": 'package main\n\nimport "testing"\n\nfunc TestX(t *testing.T) {}\n',
}

let scene: SandboxScene
beforeAll(async () => {
  const quiet = { cwd: "", env: {} as NodeJS.ProcessEnv, stdio: "ignore" as const }
  scene = await sandboxScene()
  Object.assign(quiet, { cwd: scene.workspace, env: scene.env })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(scene.workspace, name)), { recursive: true })
    writeFileSync(join(scene.workspace, name), text)
  }
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund"], quiet)
  execFileSync("git", ["add", "-A", "--", ":!node_modules"], quiet)
  execFileSync("git", ["commit", "--quiet", "-m", "project"], quiet)
  execFileSync("sh", ["-c", "rm -rf ../template && cp -Rp . ../template"], quiet)
})
afterAll(() => scene.close())

const system = await sandboxSystem()
const isConfined = system.kind === "landlock" && system.namespaces

describe.skipIf(!isConfined)("everyday commands", () => {
  it("run in workspace-write, without a question and with success", { timeout: 300_000 }, async () => {
    const failures: string[] = []
    const questions: string[] = []
    const missing = new Set<string>()
    let ran = 0
    for (const { command, needs } of everydayCommands) {
      const without = needs.filter((program) => !isInstalled(program))
      for (const program of without) missing.add(program)
      if (without.length > 0) continue
      ran++
      if (!(await isAllowed(command))) questions.push(command)
      scene.reset()
      const { exitCode, output } = await scene.run(
        command,
        { mode: "workspace-write" },
        { temporary: temporaryPlaces() },
      )
      if (exitCode !== 0) failures.push(`${exitCode}: ${command}\n${output.slice(-400)}`)
    }
    console.info(
      `${ran} everyday commands, ${questions.length} asked: ${questions.join("; ")}\nnot installed: ${[...missing].join(", ") || "none"}`,
    )
    expect(ran).toBeGreaterThanOrEqual(120)
    // A question is right where work would be lost, or something outside is read: those stay.
    expect(failures).toEqual([])
    expect(questions.length / ran).toBeLessThanOrEqual(0.03)
  })
})

async function isAllowed(command: string): Promise<boolean> {
  const { workspace, home, data } = scene
  const analysis = await analyseCommand(command, { workspace, home, protected: [data, join(scene.root, "config")] })
  const cwd = { path: workspace, shown: ".", where: "workspace" } as const
  const { outcome } = decidePermission({
    tool: "bash",
    arguments: { command },
    access: { kind: "command", command, cwd },
    analysis,
    mode: "workspace-write",
    rules: { allow: [], ask: [], deny: [] },
    grants: [],
    use: { is: "on", network: false, holdsSignals: true, shown: "" },
  })
  return outcome === "allow"
}

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((place) => existsSync(join(place, program)))
}
