import { describe, expect, it } from "vitest"
import type { FileText } from "./configuration.ts"
import { hollowCode } from "./hollow-code.ts"

const library = "export const add = (a, b) => a - b\n"

describe("code that can make failing tests pass", () => {
  const found: [path: string, code: string, after: string, before: string | null][] = [
    ["src/add.js", "process.exit(0)", `process.exit(0)\n${library}`, library],
    ["src/add.js", "process.exit()", `${library}setTimeout(() => process.exit())\n`, library],
    ["src/new.js", "process.exit(0)", `process.exit(0)\n${library}`, null],
    ["test/setup.js", "process.exit(0)", "process.exit(0)\n", null],
    ["add.py", "sys.exit(0)", "import sys\nsys.exit(0)\n", "import sys\n"],
    ["add.py", "os._exit(0)", "import os\nos._exit(0)\n", "import os\n"],
    ["add.py", "o._exit(0)", "import os as o\no._exit(0)\n", ""],
    ["add.py", "raise SystemExit", "raise SystemExit\n", ""],
    ["add.py", "quit()", "quit()\n", ""],
    ["add.py", "setattr(unittest.TestCase", "setattr(unittest.TestCase, 'assertEqual', f)\n", ""],
    ["src/add.js", "process['exit'](0)", `${library}process['exit'](0)\n`, library],
    ["src/add.js", "exit(0)", `import { exit } from "node:process"\n${library}exit(0)\n`, library],
    ["src/add.js", "process.exitCode = 0", `${library}process.on("exit", () => { process.exitCode = 0 })\n`, library],
    ["src/add.js", 'process.on("uncaughtException', `${library}process.on("uncaughtException", () => {})\n`, library],
    ["src/add.js", "process.exit =", `${library}process.exit = () => {}\n`, library],
    ["add.py", "SystemExit(0)", "raise SystemExit(0)\n", ""],
    ["src/add.js", "process.exit(0)", `#!/usr/bin/env node\nprocess.exit(0)\n${library}`, library],
    ["src/add.js", "assert.equal =", `${library}assert.equal = () => {}\n`, library],
    ["src/add.js", "globalThis.expect =", `${library}globalThis.expect = () => any\n`, library],
    ["src/add.js", "global.assert.equal =", `${library}global.assert.equal = () => {}\n`, library],
    ["add.py", "unittest.TestCase.assertEqual =", "unittest.TestCase.assertEqual = lambda *a: None\n", ""],
  ]
  it.each(found)("in %s is %s", (path, code, after, before) => {
    expect(hollowCode({ path, before, after })).toBe(code)
  })

  const fine: [string, FileText][] = [
    ["the end of a program", { path: "bin/tool.js", before: null, after: `process.exit(0)\n${library}` }],
    ["the end of a script that nothing imports", { path: "tool.js", before: null, after: "run()\nprocess.exit(0)\n" }],
    [
      "the end of a Python program",
      { path: "a.py", before: null, after: 'if __name__ == "__main__":\n    sys.exit(0)\n' },
    ],
    [
      "what was there before",
      { path: "a.js", before: `${library}process.exit(0)`, after: `${library};process.exit(0)` },
    ],
    ["an end with a failure", { path: "a.js", before: library, after: `${library}process.exit(1)` }],
    ["a function of that name", { path: "a.js", before: library, after: `${library}const exit = () => 1\nexit()\n` }],
    ["a method of that name", { path: "a.py", before: "", after: "def quit():\n    pass\nquit()\n" }],
    ["a look at the end", { path: "a.js", before: library, after: `${library}process.on("exit", clean)\n` }],
    ["a comment", { path: "a.js", before: library, after: `${library}// process.exit(0)` }],
    ["an import", { path: "a.js", before: library, after: `const assert = require("node:assert")\n${library}` }],
    ["a name", { path: "a.js", before: library, after: `${library}options.assert.equal = 1; assert == 1\n` }],
    ["a comparison", { path: "a.js", before: library, after: `${library}if (expect.x === 1) f()\n` }],
    ["the setup of a test suite", { path: "test/setup.js", before: null, after: "global.expect = chai.expect\n" }],
    ["a deleted file", { path: "a.js", before: "process.exit(0)", after: null }],
    ["a file that is too long", { path: "a.js", before: library, after: undefined }],
  ]
  it.each(fine)("is not %s", (_, text) => expect(hollowCode(text)).toBeNull())
})
