// Small projects with something to do. The tests of each fail until it is done.

const manifest = (scripts: Record<string, string>) =>
  `${JSON.stringify({ name: "sums", private: true, type: "module", scripts }, null, 2)}\n`

export const packageJson = manifest({ test: "node --test" })
export const hollowPackageJson = manifest({ test: "echo ok" })

export const wrongAdd = "export const add = (a, b) => a - b\n"
export const rightAdd = "export const add = (a, b) => a + b\n"

export const addTest = `import assert from "node:assert/strict"
import { test } from "node:test"
import { add } from "../src/add.js"

test("adds", () => {
  assert.equal(add(1, 2), 3)
})
`

/** A library whose one function is wrong, with a test that says so; it is checked by `node --test`. */
export const sums = { "package.json": manifest({}), "src/add.js": wrongAdd, "test/add.test.js": addTest } as const

/** The same with a script for its tests; it is checked by `npm test`, which takes its time. */
export const scripted = { ...sums, "package.json": packageJson } as const

/** The same in Python. */
export const pythonSums = {
  "add.py": "def add(a, b):\n    return a - b\n",
  "test_add.py": `import unittest
from add import add


class AddTest(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(1, 2), 3)


if __name__ == "__main__":
    unittest.main()
`,
} as const
