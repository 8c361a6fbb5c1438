import { describe, expect, it } from "vitest"
import { indexable, tokenize } from "./search-text.ts"

const words = (text: string) => tokenize(text).map((token) => token.text)

describe("tokenize", () => {
  it.each([
    ["hello_world", ["hello", "world"]],
    ["parseQuery(x)", ["parsequery", "x"]],
    ["src/store/sqlite.ts", ["src", "store", "sqlite", "ts"]],
    ["--no-color E_NOENT", ["no", "color", "e", "noent"]],
    ["don’t", ["don", "t"]],
    ["\ue0b0 main \ue0a0", ["main"]],
    ["👨‍👩‍👧 1️⃣ ✅", ["1"]],
    ["zero\u200bwidth soft\u00adhyphen no\ufeffbreak", ["zero", "width", "softhyphen", "nobreak"]],
    ["lone \ud800surrogate\udc00", ["lone", "surrogate"]],
    ["", []],
  ])("cuts %j at what is not a letter or a digit", (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it.each([
    ["Café", "cafe\u0301"],
    ["STRASSE", "Straße"],
    ["ΟΔΟΣ", "οδός"],
    ["İstanbul", "istanbul"],
    ["Ёлка", "елка"],
    ["ＡＢＣ１２", "abc12"],
    ["ｶﾞ", "ガ"],
    ["한글", "한글".normalize("NFD")],
    ["שָׁלוֹם", "שלום"],
    ["كِتَاب", "كتاب"],
    ["ﬁle", "FILE"],
  ])("takes %j and %j for the same", (one, other) => {
    expect(words(one)).toEqual(words(other))
  })

  it.each([
    ["か", "が"],
    ["किताब", "कताब"],
    ["ø", "o"],
  ])("tells %j from %j", (one, other) => {
    expect(words(one)).not.toEqual(words(other))
  })

  it("makes a token of each character where words are written without spaces", () => {
    expect(words("SQLiteで日本語を検索")).toEqual(["sqlite", "て\u3099", ..."日本語を検索"])
    expect(words("ที่นี่")).toEqual(["ที่", "นี่"])
  })

  it("compares no more of a word than the index holds, in whole characters", () => {
    expect(words(`a ${"x".repeat(32_769)}-b`)).toEqual(["a", "x".repeat(32_768), "b"])
    expect(words(`α${"ω".repeat(16_384)} b`)).toEqual([`α${"ω".repeat(16_383)}`, "b"])
    expect(words(`a${"ω".repeat(16_384)} b`)).toEqual([`a${"ω".repeat(16_383)}`, "b"])
    const [word] = tokenize("x".repeat(40_000))
    expect(word).toMatchObject({ start: 0, end: 40_000 })
  })

  it("says where each word stands in the text", () => {
    const text = "Un café\u0301, 日本 𠮷野 x"
    const cut = tokenize(text).map(({ start, end }) => text.slice(start, end))
    expect(cut).toEqual(["Un", "café\u0301", "日", "本", "𠮷", "野", "x"])
  })
})

describe("indexable", () => {
  it("returns plain ASCII as it is", () => {
    const text = 'const a_b = "C:\\\\tmp" // 100% \0\n'
    expect(indexable(text)).toBe(text)
  })

  it("cuts the words that are longer than the index takes", () => {
    expect(indexable(`a ${"X".repeat(32_769)}-b`)).toBe(`a ${"X".repeat(32_768)}-b`)
    expect(indexable(`a${"ω".repeat(16_384)}-b`)).toBe(`a${"ω".repeat(16_383)}-b`)
  })

  it("puts tokens in the place of everything else", () => {
    expect(indexable("Größe — 検索-Index!")).toBe("grosse  検 索-Index!")
  })
})
