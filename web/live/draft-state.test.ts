import { describe, expect, it } from "vitest"
import { type Draft, edited, isUnstored, newDraft, stored, told, withWords } from "./draft-state.ts"

const says = (text: string): Draft => ({ text, attachments: [] })
const later = 1_000_000

describe("a draft", () => {
  it("takes what another device wrote last", () => {
    const here = stored(edited(newDraft, says("mine"), 0), 1)
    expect(told(here, says("theirs"), later).draft).toEqual(says("theirs"))
  })

  it("is never overwritten while it is being typed here", () => {
    const here = stored(edited(newDraft, says("mine"), later), 1)
    expect(told(here, says("theirs"), later + 1_000)).toBe(here)
  })

  it("is not overwritten while the server does not have it, however long that takes", () => {
    const here = edited(newDraft, says("written offline"), 0)
    expect(told(here, says("theirs"), later)).toBe(here)
  })

  it("stays to be stored where more was written while it was on its way", () => {
    const first = edited(newDraft, says("a"), 0)
    const second = edited(first, says("ab"), 1)
    expect(isUnstored(stored(second, first.revision))).toBe(true)
    expect(isUnstored(stored(second, second.revision))).toBe(false)
  })

  it("is the same object where nothing is new, so that the caret stays", () => {
    const here = stored(edited(newDraft, says("same"), 0), 1)
    expect(told(here, says("same"), later)).toBe(here)
  })

  it("takes words back after what is there, and once only", () => {
    const file = { blob: "b", name: "kelp.png", type: "image/png", bytes: 1 } as never
    const said: Draft = { text: "taken back", attachments: [file] }
    expect(withWords(says("  "), said)).toEqual(said)
    const both = withWords(says("mine"), said)
    expect(both).toEqual({ text: "mine\n\ntaken back", attachments: [file] })
    expect(withWords(both, said)).toEqual(both)
  })
})
