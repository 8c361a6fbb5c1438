import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { item, markdown, text } from "../../../test/support/workflow/markdown.ts"
import { isNothing } from "../outline/outline-items.ts"
import { type Brief, type BriefFallback, briefHeadings, briefSections, formatBrief, parseBrief } from "./brief.ts"

const fallback: BriefFallback = {
  task: "Improve the router.",
  rounds: [{ question: "What should change?", answer: "Faster starts." }],
}

describe("a brief", () => {
  it("F056: has every section, and says which of them are empty", () => {
    const text = formatBrief(parseBrief("", fallback))
    expect(text.match(/^#+ .*$/gm)).toEqual([
      "# Brief",
      "## Task Statement",
      ...briefSections.map((section) => `## ${briefHeadings[section][0]}`),
      "## Open Questions",
      "## Clarify Question",
      "## Clarify Answer",
      "## Workflow Contract",
    ])
    expect(text.match(/^- None yet$/gm)).toHaveLength(briefSections.length + 1)
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
      constraints: [],
      openQuestions: [],
      rounds: fallback.rounds,
      kept: [],
    })
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
    expect(writtenIn(brief)).toEqual(section ? [section] : [])
    if (section) expect(brief[section]).toEqual(["one", "two"])
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
    expect(writtenIn(brief)).toEqual(["constraints"])
    const nasty = { ...fallback, task: "Do it.\n## Constraints\n- none" }
    expect(writtenIn(parseBrief(formatBrief(parseBrief("", nasty)), fallback))).toEqual([])
    expect(parseBrief(formatBrief(parseBrief("", nasty)), fallback).task).toBe(nasty.task)
  })

  it("looks into a document that a model wrapped in a fence", () => {
    expect(parseBrief("```markdown\n## Constraints\n- Only Rust\n```", fallback).constraints).toEqual(["Only Rust"])
    expect(parseBrief("```md\n## Constraints\n- Only Rust", fallback).constraints).toEqual(["Only Rust"])
  })

  it.each(["None", "none yet.", "N/A", "Nothing"])("takes a section that only says %j for empty", (words) => {
    expect(parseBrief(`## Constraints\n- ${words}`, fallback).constraints).toEqual([])
  })

  it.each([
    ["- None", []],
    ["- Keine", []],
    ["- Nothing is left to ask.", []],
    ["- Which port?\n- None", ["Which port?"]],
    ["1. \u4f7f\u7528\u54ea\u4e2a\u7aef\u53e3\uff1f", ["\u4f7f\u7528\u54ea\u4e2a\u7aef\u53e3\uff1f"]],
  ])("has as open questions what is written as one: %j", (written, openQuestions) => {
    expect(parseBrief(`## Open Questions\n${written}`, fallback).openQuestions).toEqual(openQuestions)
  })

  it("reads what an older version only assumed as not written", () => {
    const older = "## Constraints (assumed)\n- Follow the conventions of the project.\n## Non Goals\n- The format\n"
    expect(writtenIn(parseBrief(older, fallback))).toEqual(["nonGoals"])
  })

  it("follows what a person changed in it", () => {
    const before = formatBrief(parseBrief("", fallback))
    const after = before.replace("## Constraints\n\n- None yet", "## Constraints\n\n- Only Rust.")
    const brief = parseBrief(after, fallback)
    expect(brief.constraints).toEqual(["Only Rust."])
    expect(writtenIn(brief)).toEqual(["constraints"])
  })

  it("is the same after it was written down and read, whatever it was read from", () => {
    fc.assert(
      fc.property(markdown, item, (written, task) => {
        const brief = parseBrief(written, { ...fallback, task })
        expect(parseBrief(formatBrief(brief), { task: "another", rounds: [] })).toEqual(brief)
      }),
      { numRuns: 1000 },
    )
  })

  it("is the same after it was written down and read, whatever stands in it", () => {
    const words = item.filter((value) => !isNothing(value))
    const items = fc.array(words, { maxLength: 4 })
    const brief: fc.Arbitrary<Brief> = fc.record({
      task: item,
      rounds: fc.array(fc.record({ question: text, answer: text }), { minLength: 1, maxLength: 2 }),
      openQuestions: fc.constantFrom([], ["Which port?"]),
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

const writtenIn = (brief: Brief) => briefSections.filter((section) => brief[section].length > 0)
