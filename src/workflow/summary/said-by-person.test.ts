import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { carrySaid, summarizeSaid } from "./said-by-person.ts"

const much = { characters: 50_000, count: 256, each: 8_192 }
const numbered = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text} ${index}.`)

describe("what a person said", () => {
  it("is carried whole and in order, each once, whatever its words are", () => {
    const before = carrySaid([], ["Target ES5, tabs.\n\n  indented", "\u7edd\u5bf9 a.js"], much)
    expect(carrySaid(before, ["Target ES5,  tabs. indented", "Bitte kurz"], much)).toEqual([
      "\u7edd\u5bf9 a.js",
      "Target ES5,  tabs. indented",
      "Bitte kurz",
    ])
  })

  it("has what is said again where it was said last: the later word counts", () => {
    const said = ["Never use tabs.", "Thanks.", "Use tabs.", "Thanks.", "Never use tabs."]
    const carried = ["Use tabs.", "Thanks.", "Never use tabs."]
    expect(carrySaid([], said, much)).toEqual(carried)
    expect(carrySaid(carried, [], much)).toEqual(carried)
    expect(summarizeSaid(said, { goal: "", characters: 1_000 })).toBe(carried.map((one) => `- ${one}`).join("\n"))
  })

  it("is not the same where only the case of a name differs", () => {
    const said = ["Never touch src/Config.ts.", "Never touch src/config.ts."]
    expect(carrySaid([], said, much)).toEqual(said)
  })

  it("never keeps a word without what takes it back, however little room there is", () => {
    const back = "Forget what I said about tabs: use them."
    const said = ["Never use tabs.", ...numbered(40, "Never touch the file"), back, ...numbered(40, "Never open it")]
    fc.assert(
      fc.property(fc.integer({ min: 150, max: 4_000 }), (characters) => {
        const lines = summarizeSaid(said, { goal: "", characters }).split("\n")
        if (lines.includes("- Never use tabs.")) expect(lines).toContain(`- ${back}`)
      }),
    )
  })

  it("is carried in pieces where one text is long, and nothing is lost", () => {
    const text = numbered(1_000, "Line").join("\n")
    const pieces = carrySaid([], [text], much)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join("\n")).toBe(text)
  })

  it("stands together where it is said in very many parts, and nothing is lost", () => {
    const said = numbered(600, "Item")
    const carried = carrySaid([], said, much)
    expect(carried.length).toBeLessThanOrEqual(256)
    expect(carried.join("\n")).toBe(said.join("\n"))
  })

  it("is shortened where it is more than any window has room for, the oldest left out, and that is said", () => {
    const pasted = `${numbered(4_000, "a line of some log or other").join("\n")}\n\nNever touch a.js.`
    const [first, ...rest] = carrySaid(["Tabs please."], [pasted], much)
    expect(first).toBe("Tabs please.")
    expect(rest.join("\n").length).toBeLessThanOrEqual(50_000)
    expect(rest.at(-1)).toMatch(/Never touch a\.js\.$/)
    const carried = carrySaid([], numbered(3_000, "Never touch the file with the number"), much)
    expect(carried.join("\n").length).toBeLessThanOrEqual(50_000)
    expect(carried[0]).toContain("(More was said here: it is in the log.)")
    expect(carried.at(-1)).toContain("number 2999.")
    expect(
      carrySaid(carried, ["And now?"], much)
        .join("\n")
        .match(/More was said here/g),
    ).toHaveLength(1)
  })

  it("is within its bounds, whatever is said", () => {
    const bounds = { characters: 2_000, count: 20, each: 500 }
    const texts = fc.array(
      fc.string({ unit: fc.constantFrom("never ", "a", ". ", "\n", "x".repeat(90)), maxLength: 40 }),
    )
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (rounds) => {
        const carried = rounds.reduce<string[]>((before, said) => carrySaid(before, said, bounds), [])
        expect(carried.length).toBeLessThanOrEqual(20)
        expect(carried.every(({ length }) => length <= 1_010)).toBe(true)
      }),
    )
  })
})

describe("what a person said, as it is told", () => {
  it("is a list of all of it, whole", () => {
    expect(summarizeSaid(["Use ES5.\n\n## Then", "Thanks"], { goal: "", characters: 1_000 })).toBe(
      "- Use ES5.\n  \n  ## Then\n- Thanks",
    )
  })

  it("does not have what is told as the task", () => {
    const goal = "Mend it.\nNever touch a.js."
    expect(summarizeSaid(["Hello", `# ${goal}`], { goal, characters: 1_000 })).toBe("- Hello")
  })

  it("is shortened where there is not room for all, and then the oldest is in the log only", () => {
    const talk = `The story begins. ${"It goes on and on. ".repeat(40)}Never a.`
    expect(summarizeSaid([talk, "Merci."], { goal: "", characters: 500 })).toMatch(
      /^- \(In short: the log has all of it\)\n- The story begins\. .* \[…\] .* Never a\.\n- Merci\.$/,
    )
    expect(summarizeSaid(numbered(20, "Thank you for the thing"), { goal: "", characters: 150 })).toBe(
      "- (18 more in the log: search it before you decide what they may be about)\n- Thank you for the thing 18.\n- Thank you for the thing 19.",
    )
  })

  it("shares the room among what was said, so that one long text crowds nothing out", () => {
    const log = (name: string) =>
      numbered(60, `The part ${name} could not be loaded, use --force or only the default`).join("\n")
    const said = [log("one"), "Never touch KEEPME.", log("two"), "Only use tabs please."]
    const carried = carrySaid([], said, { characters: 6_000, count: 256, each: 8_192 })
    expect(carried.join("\n").length).toBeLessThanOrEqual(6_000)
    for (const text of [
      summarizeSaid(said, { goal: "", characters: 500 }),
      summarizeSaid(carried, { goal: "", characters: 500 }),
    ]) {
      expect(text).toContain("- Never touch KEEPME.")
      expect(text).toContain("- Only use tabs please.")
    }
  })

  it("keeps to its room, whatever is said", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 600 })), fc.integer({ min: 150, max: 3_000 }), (said, characters) => {
        expect(summarizeSaid(said, { goal: "", characters }).length).toBeLessThanOrEqual(characters)
      }),
    )
  })
})
