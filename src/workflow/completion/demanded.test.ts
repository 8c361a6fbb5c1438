import { describe, expect, it } from "vitest"
import { scene, verdict, wrote } from "../arbitrary/completion-scene.ts"
import { complete } from "./completion.ts"

const rename =
  "Rename the function greet to welcome in greet.js and in main.js. Leave the names of the files as they are."
const hello = "Create the file hello.txt with exactly one line: Hello, world!"

describe("what a task says of its files", () => {
  it("is missing where one of two named places was not changed", () => {
    const half = scene(rename, "Renamed it in `greet.js`.", { actions: [wrote(5, "greet.js", "a", "b")] })
    expect(verdict(complete(half))).toEqual({
      step: "continue",
      codes: ["premature_completion_nudge"],
      missing: ["missing: `main.js` was not changed"],
    })
    const whole = [wrote(5, "greet.js", "a", "b"), wrote(6, "main.js", "a", "b")]
    expect(verdict(complete(scene(rename, "Renamed it.", { actions: whole }))).step).toBe("verify")
  })

  it.each([
    ["Fix the bug in sum.js and in add.js.", "The bug was in sum.js."],
    ["Rename greet to welcome in greet.js, as in main.js.", "Renamed it in `greet.js`."],
    ["Rename greet in greet.js and main.js.", "Renamed it in `greet.js`. No changes were needed elsewhere."],
  ])("may be fulfilled elsewhere: %s", (task, answer) => {
    const changed = task.includes("sum.js") ? "sum.js" : "greet.js"
    const { missing } = verdict(complete(scene(task, answer, { actions: [wrote(5, changed, "a", "b")] })))
    expect(missing).toEqual([])
  })

  const written = (task: string, path: string, after: string, nudges = 0) =>
    verdict(
      complete(
        scene(task, `Created \`${path}\`.`, {
          actions: [wrote(5, path)],
          texts: [{ path, before: null, after }],
          counters: { nudges, pendingNudges: 0, fixRetries: 0 },
        }),
      ),
    )

  it("is contradicted where the file says something else, and never called verified", () => {
    expect(written(hello, "hello.txt", "Goodbye!\n")).toMatchObject({
      step: "continue",
      missing: ["contradicted: `hello.txt` does not hold `Hello, world!`"],
    })
    expect(written(hello, "hello.txt", "Hello, world!\n").step).toBe("verify")
  })

  it.each([
    [
      "Create the file north.txt with the line: cold wind. Create the file south.txt with the line: warm sea.",
      "north.txt",
      "cold wind\n",
    ],
    ["Write notes.md with this text: `It's done`.", "notes.md", "It's  done"],
    ["Create numbers.txt with 200 lines. Line n reads: line n of 200", "numbers.txt", "line 1 of 200\n"],
    ["Create greet.js that says hello: to everybody.", "greet.js", "x"],
  ])("is fulfilled: %s", (task, path, after) => {
    expect(written(task, path, after).missing.filter((one) => one.includes("does not hold"))).toEqual([])
  })
})
