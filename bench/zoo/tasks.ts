import type { Intention, Task } from "./task.ts"

const hello = "Hello, world!\n"

/** The smallest thing that can be asked for. */
export const helloTask: Task = {
  name: "hello",
  words: "Create the file hello.txt with exactly one line: Hello, world!",
  files: { "README.md": "# A small project\n" },
  steps: [{ do: "write", path: "hello.txt", content: hello }],
  closing: "Created `hello.txt` with the line `Hello, world!`.",
  right: { "hello.txt": hello },
}

const script = `const names = ["Ada", 'Alan', \`Grace\`]
for (const name of names) {
  console.log("Hi, \\"" + name + "\\"!\\n")
}
`

/** Quotes, line breaks, braces and backslashes: whatever is lost in quoting is seen here. */
export const scriptTask: Task = {
  name: "script",
  words: "Create the file greet.js that greets Ada, Alan and Grace with console.log, each name in double quotes.",
  files: { "README.md": "# Greetings\n" },
  steps: [{ do: "write", path: "greet.js", content: script }],
  closing: "Created `greet.js`.",
  right: { "greet.js": script },
}

const manifest = `${JSON.stringify({ name: "sums", private: true, type: "module" }, null, 2)}\n`
const sumTest = `import assert from "node:assert/strict"
import { test } from "node:test"
import { sum } from "./sum.js"

test("sums a list", () => {
  assert.equal(sum([1, 2, 3]), 6)
})
`
const wrongSum = `export function sum(list) {
  let total = 0
  for (const item of list) {
    total -= item
  }
  return total
}
`
const fixSum: Intention = { do: "edit", path: "sum.js", old: "    total -= item", new: "    total += item" }

/** A failing test, and the code that makes it fail. */
export const sumTask: Task = {
  name: "sum",
  words: "The test in sum.test.js fails. Fix the bug in sum.js. Do not change the test.",
  files: { "package.json": manifest, "sum.js": wrongSum, "sum.test.js": sumTest },
  steps: [{ do: "read", path: "sum.js" }, fixSum, { do: "run", command: "node --test" }],
  closing: "Fixed `sum.js`: it subtracted the items. I ran `node --test` and the test passes.",
  right: { "sum.js": wrongSum.replace("-=", "+="), "sum.test.js": sumTest },
}

const greetModule = 'export function greet(name) {\n  return "Hello, " + name\n}\n'
const greetUse = 'import { greet } from "./greet.js"\n\nconsole.log(greet("Ada"))\n'

/** A change in two places. */
export const renameTask: Task = {
  name: "rename",
  words: "Rename the function greet to welcome in greet.js and in main.js. Leave the names of the files as they are.",
  files: { "package.json": manifest, "greet.js": greetModule, "main.js": greetUse },
  steps: [
    { do: "read", path: "greet.js" },
    { do: "edit", path: "greet.js", old: "function greet(name)", new: "function welcome(name)" },
    { do: "read", path: "main.js" },
    { do: "write", path: "main.js", content: 'import { welcome } from "./greet.js"\n\nconsole.log(welcome("Ada"))\n' },
    { do: "run", command: "node main.js" },
  ],
  closing: "Renamed `greet` to `welcome` in `greet.js` and `main.js`, and ran `node main.js`.",
  right: {
    "greet.js": greetModule.replace("greet", "welcome"),
    "main.js": 'import { welcome } from "./greet.js"\n\nconsole.log(welcome("Ada"))\n',
  },
}

const config = '{\n  "name": "shop",\n  "port": 8080,\n  "debug": false\n}\n'

/** A line more in a file that must stay readable. */
export const configTask: Task = {
  name: "config",
  words: 'Add "retries": 3 to config.json. Keep everything else in it.',
  files: { "config.json": config },
  steps: [
    { do: "read", path: "config.json" },
    { do: "edit", path: "config.json", old: '"port": 8080,', new: '"port": 8080,\n  "retries": 3,' },
  ],
  closing: "Added `retries` to `config.json`.",
  right: {
    "config.json": (text) => {
      const { name, port, debug, retries, ...others } = JSON.parse(text)
      return name === "shop" && port === 8080 && debug === false && retries === 3 && Object.keys(others).length === 0
    },
  },
}

export const numbersLines = Array.from({ length: 200 }, (_, i) => `line ${i + 1} of 200\n`)

/** A file that is longer than some models can write at once. */
export const numbersTask: Task = {
  name: "numbers",
  words: "Create the file numbers.txt with 200 lines. Line n reads: line n of 200",
  files: { "README.md": "# Numbers\n" },
  steps: [{ do: "write", path: "numbers.txt", content: numbersLines.join("") }],
  closing: "Created `numbers.txt` with 200 lines.",
  right: { "numbers.txt": numbersLines.join("") },
}

/** Two things in one sentence. */
export const pairTask: Task = {
  name: "pair",
  words: "Create the file north.txt with the line: cold wind. Create the file south.txt with the line: warm sea.",
  files: { "README.md": "# Directions\n" },
  steps: [
    { do: "write", path: "north.txt", content: "cold wind\n" },
    { do: "write", path: "south.txt", content: "warm sea\n" },
  ],
  closing: "Created `north.txt` and `south.txt`.",
  right: { "north.txt": "cold wind\n", "south.txt": "warm sea\n" },
}

const areaModule = "export const area = (width, height) => width * height\n"
const edgeModule = "export const edge = (width, height) => 2 * (width + height)\n"

/** Two modules with a test: whoever mixes them up is told. */
export const modulesTask: Task = {
  name: "modules",
  words:
    "Create area.js, which exports area(width, height), and edge.js, which exports edge(width, height), twice their sum. The tests in shapes.test.js must pass.",
  files: {
    "package.json": manifest,
    "shapes.test.js": `import assert from "node:assert/strict"
import { test } from "node:test"
import { area } from "./area.js"
import { edge } from "./edge.js"

test("measures a rectangle", () => {
  assert.deepEqual([area(2, 3), edge(2, 3)], [6, 10])
})
`,
  },
  steps: [
    { do: "read", path: "shapes.test.js" },
    { do: "write", path: "area.js", content: areaModule },
    { do: "write", path: "edge.js", content: edgeModule },
    { do: "run", command: "node --test" },
  ],
  closing: "Created `area.js` and `edge.js`. I ran `node --test` and the test passes.",
  right: { "area.js": areaModule, "edge.js": edgeModule },
}

export const codes = ["AMBER-17", "BIRCH-42", "CEDAR-08", "DELTA-95", "EMBER-33", "FJORD-61"]
const partOf = (code: string, index: number) =>
  `${Array.from({ length: 90 }, (_, line) => `Part ${index + 1}, paragraph ${line + 1}: nothing of interest is said here at all, and at length.`).join("\n")}\nThe code is ${code}.\n`

/** More to read than fits into a small window: what was found has to outlast what was read. */
export const codesTask: Task = {
  name: "codes",
  words:
    "Each of part1.txt to part6.txt has a code in its last line. Create codes.txt with the six codes, one on each line, in that order.",
  files: Object.fromEntries(codes.map((code, index) => [`part${index + 1}.txt`, partOf(code, index)])),
  steps: [
    ...codes.map((_, index): Intention => ({ do: "read", path: `part${index + 1}.txt` })),
    { do: "write", path: "codes.txt", content: `${codes.join("\n")}\n` },
  ],
  closing: "Created `codes.txt` with the six codes.",
  facts: codes,
  right: { "codes.txt": `${codes.join("\n")}\n` },
}
