import { describe, expect, it } from "vitest"
import type { Hit } from "../../src/store/contract.ts"
import { bySession, pieces, withShortLead } from "./hits-by-session.ts"

const hit = (session: string, seq: number) => ({
  session,
  seq,
  title: `Title of ${session}`,
  at: "2026-01-01T00:00:00.000Z",
  type: "input.accepted",
  snippet: { text: "", marks: [] },
})

describe("what was found", () => {
  it("stands by session, in the order of the first hit, each once", () => {
    const found = bySession([hit("b", 9), hit("a", 8), hit("b", 3), hit("b", 9)])
    expect(found.map(({ session, hits }) => [session, hits.map(({ seq }) => seq)])).toEqual([
      ["b", [9, 3]],
      ["a", [8]],
    ])
  })

  it("is cut at its marks", () => {
    const marks: [number, number][] = [
      [0, 3],
      [8, 11],
    ]
    expect(pieces({ text: "the old the", marks }).map(({ text, marked }) => (marked ? `[${text}]` : text))).toEqual([
      "[the]",
      " old ",
      "[the]",
    ])
    expect(pieces({ text: "plain", marks: [] })).toEqual([{ text: "plain", marked: false, at: 0 }])
  })

  it("comes soon, at the beginning of a word where there is one", () => {
    const lead = "what was said long before that came to the "
    const at = (text: string, lead: number): Hit["snippet"] => ({ text, marks: [[lead, lead + 4]] })
    const shown = (snippet: Hit["snippet"]) =>
      pieces(withShortLead(snippet)).map(({ text, marked }) => (marked ? `[${text}]` : text))
    expect(shown(at(`${lead}tide.`, lead.length))).toEqual(["…that came to the ", "[tide]", "."])
    expect(shown(at(`${"x".repeat(60)}tide`, 60))).toEqual([`…${"x".repeat(24)}`, "[tide]"])
    expect(shown(at("Soon the tide.", 9))).toEqual(["Soon the ", "[tide]", "."])
    expect(shown({ text: lead, marks: [] })).toEqual([lead])
  })
})
