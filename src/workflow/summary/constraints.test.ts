import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { constraintsIn, mergeConstraints } from "./constraints.ts"

describe("what a person demands", () => {
  it.each<[string, string[]]>([
    ["Mend the login. Never touch package-lock.json. Thanks!", ["Never touch package-lock.json."]],
    ["The API must stay as it is, and tests have to pass", ["The API must stay as it is, and tests have to pass"]],
    ["- use tabs\n- no new dependency\n- rename foo to bar", ["use tabs", "no new dependency"]],
    ["1. Always sign off.\n2) At most 40 lines.", ["Always sign off.", "At most 40 lines."]],
    ["Don’t run the migration! Do it later.", ["Don’t run the migration!"]],
    ["What do we use here? Is there no test?", []],
    ["Could you make sure that nothing is lost?", ["Could you make sure that nothing is lost?"]],
    ["Add a page.\nIt must be\nreachable by keyboard.", ["It must be reachable by keyboard."]],
    ["Hello there", []],
    ["Look:\n```\nyou must never run this\n```\nKeep it short.", ["Keep it short."]],
    ["~~~sh\nnever\n~~~\nWithout a flag.", ["Without a flag."]],
    ["```\nmust be open", []],
    ["Write e.g. node.js 20.1 only in docs/a.b.md", ["Write e.g. node.js 20.1 only in docs/a.b.md"]],
  ])("%j: %j", (text, expected) => {
    expect(constraintsIn(text)).toEqual(expected)
  })

  it("is found word for word, whatever stands around it", () => {
    const plain = fc.constantFrom("Look at the entries.", "Thank you.", "Then go on!", "Is it there?")
    fc.assert(
      fc.property(
        fc.array(plain),
        fc.array(plain),
        fc.constantFrom(" ", "\n", "\n\n", "\n- "),
        (before, after, gap) => {
          const demand = "Never touch package-lock.json."
          expect(constraintsIn([...before, demand, ...after].join(gap))).toEqual([demand])
        },
      ),
    )
  })

  it("takes no time, however long and odd the text is", () => {
    const began = performance.now()
    for (const text of ["must ".repeat(50_000), "`".repeat(100_000), "a.\n".repeat(50_000), "- ".repeat(100_000)]) {
      constraintsIn(text)
    }
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe("demands of before and now", () => {
  const none = { kept: [], leftOut: 0 }
  const much = { characters: 10_000, count: 256 }

  it("are all there, the oldest first, each once", () => {
    const before = mergeConstraints(none, ["Never a.", "Only b."], much)
    expect(mergeConstraints(before, ["only  b", "Keep c."], much)).toEqual({
      kept: ["Never a.", "Only b.", "Keep c."],
      leftOut: 0,
    })
  })

  it("are left out from the middle where there is no room, and counted over all times", () => {
    const given = ["one", "two", "three", "four", "five"].map((word) => `Never ${word}.`)
    const room = { characters: 10_000, count: 3 }
    const first = mergeConstraints(none, given, room)
    expect(first).toEqual({ kept: ["Never one.", "Never two.", "Never five."], leftOut: 2 })
    expect(mergeConstraints(first, ["Never six."], room)).toEqual({
      kept: ["Never one.", "Never two.", "Never six."],
      leftOut: 3,
    })
    expect(mergeConstraints(none, given, { characters: 25, count: 9 }).kept).toEqual(["Never one.", "Never five."])
  })
})
