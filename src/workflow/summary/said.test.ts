import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { carrySaid, tellSaid } from "./said.ts"

const much = { characters: 50_000, count: 256, each: 8_192 }
const numbered = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${text} ${index}.`)

describe("what a person said", () => {
  it("is carried whole and in order, each once, whatever its words are", () => {
    const before = carrySaid([], ["Target ES5, tabs.\n\n  indented", "\u7edd\u5bf9 a.js"], much)
    expect(carrySaid(before, ["target ES5,  tabs. indented!", "Bitte kurz"], much)).toEqual([
      "Target ES5, tabs.\n\n  indented",
      "\u7edd\u5bf9 a.js",
      "Bitte kurz",
    ])
  })

  it("keeps the order in which it was first said, and says a demand again that other demands came between", () => {
    const said = ["Never use tabs.", "Thanks.", "Use tabs.", "Thanks.", "Never use tabs."]
    const carried = ["Never use tabs.", "Thanks.", "Use tabs.", "Never use tabs."]
    expect(carrySaid([], said, much)).toEqual(carried)
    expect(carrySaid(carried, [], much)).toEqual(carried)
    expect(tellSaid(said, { goal: "", characters: 1_000 })).toBe(carried.map((one) => `- ${one}`).join("\n"))
    expect(carrySaid(["Never use tabs."], ["Thanks.", "Never use tabs."], much)).toEqual(["Never use tabs.", "Thanks."])
  })

  it("is not the same where only the case of a name differs", () => {
    const said = ["Never touch src/Config.ts.", "Never touch src/config.ts."]
    expect(carrySaid([], said, much)).toEqual(said)
  })

  it("keeps what takes a demand back behind it", () => {
    const said = [
      "Never use tabs.",
      ...numbered(40, "Never touch the file"),
      "Forget what I said about tabs: use them.",
    ]
    const told = tellSaid([...said, ...numbered(40, "Never open the file")], { goal: "", characters: 700 }).split("\n")
    expect(told).toContain("- Forget what I said about tabs: use them.")
    expect(told.indexOf("- Never use tabs.")).toBeLessThan(told.indexOf("- Forget what I said about tabs: use them."))
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

  it("is carried by its demands where it is more than any window has room for, and that is said", () => {
    const pasted = `${numbered(4_000, "a line of some log or other").join("\n")}\n\nNever touch a.js.`
    expect(carrySaid(["Tabs please."], [pasted], much)).toEqual(["Tabs please.", "Never touch a.js."])
    const carried = carrySaid([], numbered(3_000, "Never touch the file with the number"), much)
    expect(carried.join("\n").length).toBeLessThanOrEqual(50_000)
    expect(carried.join("\n")).toContain("(More was said here: it is in the log.)")
    expect(carried.at(-1)).toContain("number 2999.")
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
    expect(tellSaid(["Use ES5.\n\n## Then", "Thanks"], { goal: "", characters: 1_000 })).toBe(
      "- Use ES5.\n  \n  ## Then\n- Thanks",
    )
  })

  it("has only the demands of what is told as the task", () => {
    const goal = "Mend it.\nNever touch a.js."
    expect(tellSaid(["Hello", `# ${goal}`], { goal, characters: 1_000 })).toBe("- Hello\n- Never touch a.js.")
  })

  it("is what demands something where there is not room for all, then what is short", () => {
    const talk = "The story goes on and on. ".repeat(40)
    const said = [`${talk} Never a.`, "Merci.", ...numbered(20, "Thank you for the thing")]
    expect(tellSaid(said, { goal: "", characters: 130 })).toBe(
      "- Never a.\n- Merci.\n- Thank you for the thing 19.\n- (19 more in the log: search it before you decide what they may be about)",
    )
  })

  it("shares the room among what was said, so that one long text crowds nothing out", () => {
    const log = (name: string) =>
      numbered(60, `The part ${name} could not be loaded, use --force or only the default`).join("\n")
    const said = [log("one"), "Never touch KEEPME.", log("two"), "Only use tabs please."]
    const carried = carrySaid([], said, { characters: 6_000, count: 256, each: 8_192 })
    expect(carried.join("\n").length).toBeLessThanOrEqual(6_000)
    for (const text of [
      tellSaid(said, { goal: "", characters: 500 }),
      tellSaid(carried, { goal: "", characters: 500 }),
    ]) {
      expect(text).toContain("- Never touch KEEPME.")
      expect(text).toContain("- Only use tabs please.")
    }
  })

  it("has the strong words of one text before its weak ones", () => {
    const text = [...numbered(30, "Use the part with the number"), "Never touch KEEPME.", ...numbered(30, "Keep part")]
    expect(tellSaid([text.join(" ")], { goal: "", characters: 200 })).toContain("- Never touch KEEPME.")
  })

  it("leaves out what does not fit, and goes on with the next", () => {
    const said = [`Always ${"x".repeat(900)}.`, "Never touch package-lock.json.", "Only use tabs."]
    const told = tellSaid(said, { goal: "", characters: 300 })
    expect(told).toContain("- Never touch package-lock.json.")
    expect(told).toContain("- Only use tabs.")
  })

  it("keeps to its room, whatever is said", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 600 })), fc.integer({ min: 150, max: 3_000 }), (said, characters) => {
        expect(tellSaid(said, { goal: "", characters }).length).toBeLessThanOrEqual(characters)
      }),
    )
  })
})
