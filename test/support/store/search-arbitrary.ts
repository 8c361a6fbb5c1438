import fc from "fast-check"

/** Texts for property tests: a small vocabulary, so that words recur, with what stands between words in real text. */
export function textOfSearch(): fc.Arbitrary<string> {
  const words = fc.constantFrom(...vocabulary)
  const joins = fc.constantFrom(...separators)
  return fc.array(fc.tuple(words, joins), { maxLength: 60 }).map((pairs) => pairs.flat().join(""))
}

/** Queries that are often, but not always, found in the texts: pieces of them, and words with every syntax. */
export function queryOver(texts: readonly string[]): fc.Arbitrary<string> {
  const piece = fc
    .tuple(fc.constantFrom(...texts), fc.nat(), fc.integer({ min: 1, max: 12 }))
    .map(([text, from, length]) => text.slice(from % (text.length + 1)).slice(0, length))
  const word = fc.constantFrom(...vocabulary, ...separators)
  const dressed = fc
    .tuple(
      fc.constantFrom("", "", "", '"', "-", "^", "("),
      fc.oneof(piece, word),
      fc.constantFrom("", "", '"', "*", '"*', ")"),
    )
    .map((parts) => parts.join(""))
  return fc
    .oneof(
      dressed.map((part) => [part]),
      fc.array(dressed, { minLength: 1, maxLength: 3 }),
    )
    .map((parts) => parts.join(" "))
}

const latin = "a|b|ab|foo|Foo|foobar|fooBar|E2|42|AND|OR|NOT|NEAR|straße|STRASSE|café|cafe\u0301|CAFE|Ångström|ﬁle|x²|½"
const other = "οδός|ΟΔΟΣ|Ёлка|елка|İi|ไทย|ที่|किताब|שָׁלוֹם|كتاب|日本|日本語|本|語|𠮷|か|が|か\u3099|ｶﾞ|カ|ー|한|한글"
const odd = "\u1112\u1161\u11ab|ＡＢ|\u200d|\u00ad|\u0301|\ufe0f|\u3099|👩‍💻|1️⃣|\ue0b0"
const vocabulary = [latin, other, odd].flatMap((words) => words.split("|"))
const separators = '|| | | |\n|_|.|/|-|::|"|*|^|(|)|、|—|🎉|\u200b|\ufeff|\0|\ud800'.split("|")
