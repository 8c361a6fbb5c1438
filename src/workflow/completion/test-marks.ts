/** What the text of a test shows of how much it tests, in the common languages. */
export const testMarks = {
  cases: /\b(?:it|test)(?:\.\w+)*\s*[(`]|\bdef test_\w*|\bfunc Test\w*|#\[(?:tokio::)?test\]|@Test\b/g,
  assertions: /\b(?:expect|assert\w*|require\.\w+)\b/g,
  skipped: new RegExp(
    [
      /\.(?:skip(?:Test|If|Unless)?|todo|only|fails)\b/,
      /\b(?:xit|xtest|xdescribe)\b/,
      /@(?:Ignore|Disabled|skip|unittest\.skip)/,
      /mark\.(?:skip|xfail)/,
      /\bt\.Skip/,
      /#\[ignore\]/,
      // An option of a case or a group, not any field of that name.
      /\b(?:it|test|describe|suite)(?:\.\w+)*\(\s*(?:(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)\s*,\s*)?\{[^{}]*\b(?:skip|todo|only|fails|ignore)\s*:(?!\s*false\b)/,
    ]
      .map(({ source }) => source)
      .join("|"),
    "g",
  ),
  catches: /\bcatch\s*[({]|\bexcept\b[^\n]*:|\bsuppress\(|\brescue\b/g,
  /** A handler that does nothing: whatever fails before it is lost. */
  swallows: /\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}|\bexcept\b[^\n]*:\s*(?:pass|\.\.\.)(?=\s|$)/g,
  returns: /\breturn[ \t]*(?:;|(?=[\n}]|$))/g,
  /** A line at the same depth after a return: nothing comes to it. */
  unreachable: /^([ \t]+)return\b[^\n]*\n(?:[ \t]*\n)*\1(?=[^\s)\]}])/gm,
} as const satisfies Record<string, RegExp>

export const countOf = (text: string, marks: RegExp) => text.match(marks)?.length ?? 0

/** A test without its comments: what is commented out tests nothing. */
export function testCode(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/^[ \t]*(?:\/\*[\s\S]*?\*\/|(?:\/\/|#(?![![])).*$)/gm, "")
}

/** What a test asserts, statement by statement, without its white space: how it is laid out does not matter. */
export function assertionsIn(code: string): string[] {
  const calls = /\b(?:expect|assert\w*|require\.\w+)(?:\.\w+)*!?\s*\(|\bassert\s+(?!from\b)[^\s{},]/g
  return [...code.matchAll(calls)].map(({ index }) => statementAt(code, index))
}

const longest = 2_000

function statementAt(code: string, start: number): string {
  let depth = 0
  let end = start
  for (; end < Math.min(code.length, start + longest); end++) {
    const mark = code.charAt(end)
    if ("([{".includes(mark)) depth += 1
    if (")]}".includes(mark)) depth -= 1
    const over = mark === ";" || (mark === "\n" && !/^\s*\./.test(code.slice(end, end + 80)))
    if (depth < 0 || (depth === 0 && over)) break
  }
  return code
    .slice(start, end)
    .replace(/\s+/g, "")
    .replace(/,(?=[)\]}])/g, "")
}
