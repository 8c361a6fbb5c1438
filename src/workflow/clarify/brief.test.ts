import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { item, markdown, text } from "../arbitrary/markdown.ts"
import { sameText } from "../words.ts"
import { type Brief, type BriefFallback, briefHeadings, briefSections, formatBrief, parseBrief } from "./brief.ts"
import { assumed, briefPlaceholders } from "./brief-defaults.ts"

const fallback: BriefFallback = {
  task: "Improve the router.",
  rounds: [{ question: "What should change?", answer: "Faster starts." }],
  grounding: null,
}

describe("a brief", () => {
  it("F056: has every section, and says which of them are only assumed", () => {
    const text = formatBrief(parseBrief("", fallback))
    expect(text.match(/^#+ .*$/gm)).toEqual([
      "# Brief",
      "## Task Statement",
      ...briefSections.map((section) => `## ${briefHeadings[section][0]} (assumed)`),
      "## Clarify Question",
      "## Clarify Answer",
      "## Workflow Contract",
    ])
    expect(text).toContain("> Improve the router.")
    expect(text).toContain("> Faster starts.")
  })

  it("F053: holds what the model wrote, and what was asked", () => {
    const written = "## Desired Outcome\n\n- It starts in a second.\n\n## Non Goals\n\n- The format of the file.\n"
    const brief = parseBrief(written, fallback)
    expect(brief).toMatchObject({
      task: "Improve the router.",
      desiredOutcome: ["It starts in a second."],
      nonGoals: ["The format of the file."],
      constraints: [assumed.constraints],
      rounds: fallback.rounds,
      kept: [],
    })
    expect([...brief.explicit]).toEqual(["desiredOutcome", "nonGoals"])
  })

  it.each([
    ["## Out of Scope", "nonGoals"],
    ["### 3. NON-GOALS:", "nonGoals"],
    ["## Non Goals (what must stay as it is)", "nonGoals"],
    ["**Non Goals**", "nonGoals"],
    ["**Goal:**", "desiredOutcome"],
    ["Success criteria:", "acceptanceCriteria"],
    ["## Limits & ##", null],
    ["## Touch Points (guess)", "likelyTouchpoints"],
    ["## Definition of Done", "acceptanceCriteria"],
    ["# Boundaries", "decisionBoundaries"],
  ] as const)("F056: reads %s as a heading", (heading, section) => {
    const brief = parseBrief(`${heading}\n- one\n- two`, fallback)
    if (section) expect(brief[section]).toEqual(["one", "two"])
    expect([...brief.explicit]).toEqual(section ? [section] : [])
    expect(brief.kept).toEqual(section ? [] : [{ title: "Limits &", body: "- one\n- two" }])
  })

  it("reads what stands on the line of a heading", () => {
    expect(parseBrief("## Constraints: No new packages.\n- Node 20", fallback).constraints).toEqual([
      "No new packages.",
      "Node 20",
    ])
    expect(parseBrief("**Constraints:** No new packages.", fallback).constraints).toEqual(["No new packages."])
  })

  it("takes numbers, check boxes, paragraphs and nested lines as items", () => {
    const written =
      "## In Scope\n1. First\n   more of it\n2) [ ] Second\n\nA paragraph\nin two lines.\n\n* Third\n  - nested\n"
    expect(parseBrief(written, fallback).inScope).toEqual([
      "First\nmore of it",
      "Second",
      "A paragraph\nin two lines.",
      "Third\n- nested",
    ])
  })

  it("keeps every section that it does not know, and what stands before all of them", () => {
    const written = "Hello.\n\n## Deployment\n\nOn Friday.\n\n### Rollback\n\nYes.\n\n## Constraints\n- none\n"
    const brief = parseBrief(written, fallback)
    expect(brief.kept).toEqual([
      { title: "", body: "Hello." },
      { title: "Deployment", body: "On Friday.\n\n### Rollback\n\nYes." },
    ])
    expect(formatBrief(brief)).toContain("## Deployment\n\nOn Friday.\n\n### Rollback\n\nYes.")
  })

  it("is not taken in by headings within code or within the task", () => {
    const brief = parseBrief("## Constraints\n```sh\n# Assumptions\n```\n", fallback)
    expect([...brief.explicit]).toEqual(["constraints"])
    const nasty = { ...fallback, task: "Do it.\n## Constraints\n- none" }
    expect([...parseBrief(formatBrief(parseBrief("", nasty)), fallback).explicit]).toEqual([])
    expect(parseBrief(formatBrief(parseBrief("", nasty)), fallback).task).toBe(nasty.task)
  })

  it("looks into a document that a model wrapped in a fence", () => {
    expect(parseBrief("```markdown\n## Constraints\n- none\n```", fallback).constraints).toEqual(["none"])
    expect(parseBrief("```md\n## Constraints\n- none", fallback).constraints).toEqual(["none"])
  })

  it.each(briefPlaceholders.filter(Boolean))("takes a section that only says %j for empty", (words) => {
    expect(parseBrief(`## Constraints\n- ${words}`, fallback).explicit.size).toBe(0)
  })

  it("does not take the generic text for an agreement, even where a model repeats it", () => {
    expect(parseBrief(`## Non Goals\n- ${assumed.nonGoals}`, fallback).explicit.size).toBe(0)
  })

  it("fills gaps from what the workspace says", () => {
    const grounding = {
      project: "Node.js",
      entries: [],
      existing: ["src/router.ts"],
      missing: ["src/new.ts"],
      related: ["src/route-score.ts"],
      facts: [],
    }
    expect(parseBrief("", { ...fallback, grounding })).toMatchObject({
      likelyTouchpoints: ["`src/router.ts`", "`src/route-score.ts`"],
      assumptions: [assumed.assumptions, "`src/new.ts` does not exist yet."],
      constraints: [assumed.constraints, "Keep to what the project is: Node.js."],
      acceptanceCriteria: [fallback.task],
      explicit: new Set(),
    })
  })

  it("follows what a person changed in it", () => {
    const before = formatBrief(parseBrief("", fallback))
    const after = before
      .replace("## Constraints (assumed)", "## Constraints")
      .replace(assumed.constraints, "Only Rust.")
    const brief = parseBrief(after, fallback)
    expect(brief.constraints).toEqual(["Only Rust."])
    expect([...brief.explicit]).toEqual(["constraints"])
  })

  it("is the same after it was written down and read, whatever it was read from", () => {
    fc.assert(
      fc.property(markdown, item, (written, task) => {
        const brief = parseBrief(written, { ...fallback, task })
        expect(parseBrief(formatBrief(brief), { task: "another", rounds: [], grounding: null })).toEqual(brief)
      }),
      { numRuns: 1000 },
    )
  })

  it("is the same after it was written down and read, whatever stands in it", () => {
    const items = fc.array(item.filter(isWords), { minLength: 1, maxLength: 4 })
    const brief: fc.Arbitrary<Brief> = fc.record({
      task: item,
      rounds: fc.array(fc.record({ question: text, answer: text }), { minLength: 1, maxLength: 2 }),
      explicit: fc.uniqueArray(fc.constantFrom(...briefSections)).map((sections) => new Set(sections)),
      desiredOutcome: items,
      inScope: items,
      nonGoals: items,
      decisionBoundaries: items,
      constraints: items,
      likelyTouchpoints: items,
      assumptions: items,
      acceptanceCriteria: items,
      kept: fc.constantFrom([], [{ title: "Deployment", body: "On Friday." }]),
    })
    fc.assert(
      fc.property(brief, (made) => {
        expect(parseBrief(formatBrief(made), fallback)).toEqual(made)
      }),
      { numRuns: 300 },
    )
  })
})

const isWords = (value: string) => !briefPlaceholders.some((words) => sameText(value.replace(/[.…?!]+$/, ""), words))
