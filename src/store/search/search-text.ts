// What a word is. The index, the matcher and the snippets all cut text with `tokenize`, so they cannot disagree: FTS5
// is handed finished tokens, and its `ascii` tokenizer, which takes every character beyond ASCII for a letter and folds
// only A to Z, has nothing left to decide. SQLite's own, older tables of Unicode play no part.

/** The table that `indexable` and `toMatch` are made for; with another tokenizer the index and the matcher disagree. */
export const searchTable =
  "CREATE VIRTUAL TABLE search USING fts5(text, content='', contentless_delete=1, detail=full, tokenize='ascii')"

/** A word as it is compared, with its UTF-16 range in the text it came from. */
export type Token = { readonly text: string; readonly start: number; readonly end: number }

/** The words of a text, in order. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: found, index } of text.matchAll(run)) {
    if (isAscii(found)) {
      tokens.push({ text: bounded(found).toLowerCase(), start: index, end: index + found.length })
      continue
    }
    for (const { 0: part, index: within } of found.matchAll(word)) {
      const start = index + within
      const folded = fold(part)
      if (folded !== "") tokens.push({ text: folded, start, end: start + part.length })
    }
  }
  return tokens
}

/** The text to hand to FTS5: plain ASCII as it is but for endless words, and the tokens in place of everything else. */
export function indexable(text: string): string {
  if (text.length <= longestBytes && isAscii(text)) return text
  return text.replace(run, (found) => (isAscii(found) ? bounded(found) : foldedWords(found)))
}

/** True for a text that FTS5 cuts and folds by itself as `tokenize` does. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text)
}

const beyondAscii = /[\u0080-\uffff]/

// No word reaches over ASCII punctuation, so a text falls into runs, and few of them need a closer look. `_` separates
// as well: hello_world is found as itself (a phrase), as `world` and as `hello`.
const run = /[0-9A-Za-z\u0080-\uffff]+/g

const letter = String.raw`[\p{L}\p{N}]`

// Written without spaces between words: each character is a token, so that any run of them is found as a phrase.
const scripts = ["Han", "Hira", "Kana", "Hang", "Bopo", "Thai", "Laoo", "Khmr", "Mymr"]
const unspaced = `[${scripts.map((script) => `\\p{scx=${script}}`).join("")}]`

// Belongs to the character before it: marks, joiners, variation selectors; but not the zero-width space, which separates.
const attached = String.raw`[[\p{M}\p{Default_Ignorable_Code_Point}]--\u200b]`
// The parts that a syllable in one character has inside: voicing of half-width kana, vowels and finals of Hangul.
const syllableParts = String.raw`\uff9e\uff9f\u1160-\u11ff\ud7b0-\ud7ff`

const word = new RegExp(
  `[${letter}&&${unspaced}][${attached}${syllableParts}]*|` +
    `[${letter}--${unspaced}][[${letter}--${unspaced}]${attached}]*`,
  "gv",
)

// Left out of a comparison: accents, the points of Hebrew and Arabic, what is invisible, and the punctuation that a
// compatibility form brings along, as in ⑴. The vowel signs of Indic scripts stay, because they tell words apart.
const accents = String.raw`\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f`
const points = String.raw`[\p{Mn}&&[\p{scx=Hebr}\p{scx=Arab}]]`
const unheard = new RegExp(String.raw`[${accents}${points}\p{Default_Ignorable_Code_Point}[^\p{L}\p{N}\p{M}]]`, "gv")

function foldedWords(text: string): string {
  return Array.from(text.matchAll(word), ([part]) => fold(part)).join(" ")
}

// FTS5 keeps so much of a token, and would cut it in the middle of a character. No query has a longer one.
const longestBytes = 32_768
const longestToken = new Uint8Array(longestBytes)
const encoder = new TextEncoder()

/** As much of a word as the index holds, in whole characters. */
function bounded(text: string): string {
  // A UTF-16 unit takes three bytes at most.
  if (text.length * 3 <= longestBytes) return text
  return text.slice(0, encoder.encodeInto(text, longestToken).read)
}

// Where each character is a word the same few thousand are folded again and again; one UTF-16 unit each bounds the map.
const foldedCharacters = new Map<string, string>()

function fold(text: string): string {
  if (text.length > 1) return foldUncached(text)
  const known = foldedCharacters.get(text) ?? foldUncached(text)
  foldedCharacters.set(text, known)
  return known
}

function foldUncached(text: string): string {
  const bare = text.normalize("NFKD").replace(unheard, "")
  // By way of upper case ß meets ss; the final sigma is the one letter whose lower case depends on its place.
  return bounded(bare.toUpperCase().toLowerCase().replaceAll("ς", "σ"))
}
