import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fingerprint, isTextLoop } from "./text-loop.ts"

const long = "I have looked at the whole file and the function is now correct in every case that the task names."

describe("a text loop (F078)", () => {
  const loops: [string, string[], string][] = [
    ["the same thing a third time", ["Done.", "Done."], "Done."],
    ["with other numbers and paths", ["Read src/a.ts, 3 lines", "Read src/b.ts, 12 lines"], "read src/c/d.ts, 7 lines"],
    ["with something in between", ["Done.", "Let me see.", "Done."], "Done."],
    ["a stock phrase a third time", ["Let me proceed with a.", "Well, let me proceed."], "Now let me proceed to b."],
    ["nearly the same words", [long, `${long} Yes.`], `${long} Indeed.`],
  ]
  it.each(loops)("is %s", (_, earlier, answer) => expect(isTextLoop(earlier, answer)).toBe(true))

  const fine: [string, string[], string][] = [
    ["the second time", ["Done."], "Done."],
    ["nothing said", ["", ""], ""],
    ["short answers that are alike", ["I fixed the first bug", "I fixed the second bug"], "I fixed the third bug"],
    ["long ago", ["Done.", "Done.", "a", "b", "c", "d"], "Done."],
    [
      "a long text that goes on differently",
      [long, long.slice(0, 40)],
      "The parser now reads every header, and the writer keeps them in order.",
    ],
  ]
  it.each(fine)("is not %s", (_, earlier, answer) => expect(isTextLoop(earlier, answer)).toBe(false))

  it("can be told from fingerprints alone", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("Done.", long, "Read src/a.ts", "x 1", "x 2"), { maxLength: 6 }),
        fc.constantFrom("Done.", long, "x 9"),
        (earlier, answer) => {
          expect(isTextLoop(earlier.map(fingerprint), answer)).toBe(isTextLoop(earlier, answer))
        },
      ),
    )
  })
})
