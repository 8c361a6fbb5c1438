/** Whole inputs, without marks, that want a word back and nothing else. */
const smallTalk: ReadonlySet<string> = new Set([
  "hi",
  "hello",
  "hey",
  "hello there",
  "hi there",
  "good morning",
  "good afternoon",
  "good evening",
  "good night",
  "thanks",
  "thank you",
  "thank you very much",
  "thx",
  "cheers",
  "great",
  "nice",
  "cool",
  "ok",
  "okay",
  "perfect",
  "bye",
  "goodbye",
  "see you",
  "how are you",
  "who are you",
  "what are you",
  "what can you do",
  "help",
])

/** Whether an input is a greeting or the like: it is answered without a definition of done. */
export function isSmallTalk(text: string): boolean {
  const plain = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  return smallTalk.has(plain)
}
