import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { constraintsIn } from "./constraints.ts"

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
    ["Here:\n```\nTypeError\nLook at it. Never touch a.js.", ["Never touch a.js."]],
    ["```js x``` never run it.\nNever touch a.js.", ["```js x``` never run it.", "Never touch a.js."]],
    ["````\n```\nnever\n````\nkeep it short", ["keep it short"]],
    ["look at it. never touch a.js; only use tabs. thanks", ["never touch a.js;", "only use tabs."]],
    ["> you must never do that\n> nor this\nKeep it short.", ["Keep it short."]],
    [
      "It fails:\nError: You must not call it twice\n    at twice (src/a.js:1:2)\n    at only (b.js:3:4)\nNever touch a.js.",
      ["Never touch a.js."],
    ],
    [
      'Traceback (most recent call last):\n  File "no.py", line 3, in must\n    must.not()\nValueError: cannot be empty\nNever touch b.',
      ["Never touch b."],
    ],
    ["java.lang.IllegalStateException: must not be null\n\tat a.B.only(B.java:12)\nUse tabs.", ["Use tabs."]],
    ["2026-11-16T10:00:00Z the cache must be cleared\n[10:00:01] never ready\nUse tabs.", ["Use tabs."]],
    ["Error: must never be shown to users.", ["Error: must never be shown to users."]],
    ["Write e.g. node.js 20.1 only in docs/a.b.md", ["Write e.g. node.js 20.1 only in docs/a.b.md"]],
  ])("%j: %j", (text, expected) => {
    expect(constraintsIn(text)).toEqual(expected)
  })

  it.each([
    "You mustn't touch it.",
    "Dont touch it please.",
    "You shouldn’t.",
    "It cant be slow.",
    "src/legacy is off limits.",
    "Hands off src/legacy.",
    "Everything has to work offline.",
    "Dates need to be ISO 8601.",
    "Stick to Node 18.",
    "Limit lines to 80 characters.",
    "Max 3 files.",
    "Ask me before deleting anything.",
    "Skip the e2e tests.",
    "Refrain from refactoring.",
    "Touch nothing else.",
    "None of the tests may change.",
    "Niemals anfassen.",
    "Du darfst keine Tests löschen.",
    "Ne touche jamais ce fichier.",
    "N'y touche pas.",
    "Nunca toques este archivo.",
    "Sólo en español.",
  ])("is known by its words: %s", (sentence) => {
    expect(constraintsIn(`Look at it. ${sentence} Thanks!`)).toEqual([sentence])
  })

  it.each([
    "Forget what I said about tabs: tabs will do.",
    "Never mind the deadline.",
    "You may touch src/legacy after all.",
    "Ignore that.",
    "Tabs are fine now.",
    "That rule holds no longer.",
    "Scratch that!",
    "I changed my mind about yarn.",
    "Vergiss das mit den Tabs.",
  ])("counts as well where it takes something back: %s", (sentence) => {
    expect(constraintsIn(`Look at it. ${sentence} Thanks!`)).toEqual([sentence])
  })

  it.each(["I saw a different print.", "The important parents went.", "A maximal nickel shop."])(
    "is not found within other words: %s",
    (sentence) => expect(constraintsIn(sentence)).toEqual([]),
  )

  it("is kept around its words where a sentence has no end", () => {
    const talk = "look at the module and see how the pieces fit together and then go on "
    const [kept = "", ...others] = constraintsIn(
      `never open a.js ${talk.repeat(30)} never touch b.js ${talk.repeat(3)}`,
    )
    expect(others).toEqual([])
    expect(kept).toContain("never open a.js")
    expect(kept).toContain("never touch b.js")
    expect(kept.length).toBeLessThan(1_010)
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
    const began = process.cpuUsage()
    for (const text of ["must ".repeat(50_000), "`".repeat(100_000), "a.\n".repeat(50_000), "- ".repeat(100_000)]) {
      constraintsIn(text)
    }
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(2_000)
  })
})
