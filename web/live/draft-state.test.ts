import { describe, expect, it } from "vitest"
import {
  type Draft,
  draftReceived,
  edited,
  isUnstored,
  met,
  newDraft,
  type Seen,
  sending,
  stored,
  withWords,
} from "./draft-state.ts"

const says = (text: string): Draft => ({ text, attachments: [] })
const later = 1_000_000
const seen = (text: string, version: string | null = text): Seen => ({ draft: says(text), version })
/** What was written here, over what the server had, and is not stored. */
const wrote = (over: string, ...texts: string[]) =>
  texts.reduce((state, text) => edited(state, says(text), 0), draftReceived(newDraft, seen(over), later))

describe("a draft", () => {
  it("takes what another device wrote last", () => {
    const here = stored(edited(newDraft, says("mine"), 0), 1, seen("mine"))
    expect(draftReceived(here, seen("theirs"), later).draft).toEqual(says("theirs"))
  })

  it("is never overwritten while it is being typed here", () => {
    const here = stored(edited(newDraft, says("mine"), later), 1, seen("mine"))
    expect(draftReceived(here, seen("theirs"), later + 1_000)).toBe(here)
  })

  it("is not overwritten while the server does not have it, however long that takes", () => {
    const here = edited(newDraft, says("written offline"), 0)
    expect(draftReceived(here, seen("theirs"), later)).toBe(here)
  })

  it("does not bring back what was removed here while it was on its way, though its answer was lost", () => {
    const onItsWay = sending(wrote("first", "first and second"))
    expect(met(edited(onItsWay, says("first"), 1), seen("first and second", "2")).draft).toEqual(says("first"))
  })

  it("stays to be stored where more was written while it was on its way", () => {
    const first = edited(newDraft, says("a"), 0)
    const second = edited(first, says("ab"), 1)
    expect(isUnstored(stored(second, first.revision, seen("a")))).toBe(true)
    expect(isUnstored(stored(second, second.revision, seen("ab")))).toBe(false)
  })

  it("is the same object where nothing is new, so that the caret stays", () => {
    const here = stored(edited(newDraft, says("same"), 0), 1, seen("same"))
    expect(draftReceived(here, seen("same"), later)).toBe(here)
  })

  it("is written over what was seen last, and not over what was only told while it was typed", () => {
    const typing = edited(draftReceived(newDraft, seen("old"), later), says("mine"), later)
    expect(draftReceived(typing, seen("theirs"), later).seen).toEqual(seen("old"))
    expect(draftReceived(wrote("old"), seen("theirs"), later).seen).toEqual(seen("theirs"))
  })

  it("is kept beside another one that it met, and then stored over that", () => {
    const both = met(wrote("", "mine"), seen("theirs"))
    expect(both).toMatchObject({ draft: says("theirs\n\nmine"), seen: seen("theirs") })
    expect(isUnstored(both)).toBe(true)
  })

  it("does not empty one that it has not seen", () => {
    const kept = met(wrote("", "said here", ""), seen("theirs"))
    expect(kept).toMatchObject({ draft: says("theirs"), seen: seen("theirs") })
    expect(isUnstored(kept)).toBe(false)
  })

  it("does not bring back its own beginning, which the server had before the answer was lost", () => {
    expect(met(wrote("", "said he", "said here"), seen("said he")).draft).toEqual(says("said here"))
    expect(met(wrote("", "said he", "said here", ""), seen("said he")).draft).toEqual(says(""))
  })

  it("is stored over what was seen in another tab, even where less is left of it", () => {
    const here = edited(draftReceived(newDraft, seen("from another tab", null), later), says("from"), later)
    expect(met(here, seen("from another tab", "v")).draft).toEqual(says("from"))
  })

  it("stays where the other one was sent and is gone", () => {
    expect(met(wrote("old", "old and new"), seen("")).draft).toEqual(says("old and new"))
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
