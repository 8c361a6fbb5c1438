/**
 * What the text of a test shows of how much it tests, in the common languages. Whatever a text repeats, no place is gone
 * over again and again: what may follow a word is bounded, and nothing optional stands between two runs of white space.
 */
export const testMarks = {
  cases: /\b(?:it|test)(?:\.\w+){0,8}\s*[(`]|\bdef test_\w*|\bfunc Test\w*|#\[(?:tokio::)?test\]|@Test\b/g,
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
      /\b(?:it|test|describe|suite)(?:\.\w+){0,8}\(\s*(?:(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)\s*,\s*)?\{[^{}]*\b(?:skip|todo|only|fails|ignore)\s*:(?!\s*false\b)/,
    ]
      .map(({ source }) => source)
      .join("|"),
    "g",
  ),
  catches: /\bcatch\s*[({]|\bexcept\b[^\n]{0,200}:|\bsuppress\(|\brescue\b/g,
  /** A handler that does nothing: whatever fails before it is lost. */
  swallows: /\bcatch\s*(?:\([^()]*\)\s*)?\{\s*\}|\bexcept\b[^\n]{0,200}:\s*(?:pass|\.\.\.)(?=\s|$)/g,
  returns: /\breturn[ \t]*(?:;|(?=[\n}]|$))/g,
  /** A condition that never holds. */
  disabled: /\b(?:el)?if\s*(?:\(\s*)?(?:false|False|0|!1|!true|not True)\s*[):&]|\bfalse\s*&&/g,
  /** A line at the same depth after a return: nothing comes to it. */
  unreachable: /^([ \t]+)return\b[^\n]*\n(?:[ \t]*\n)*\1(?=[^\s)\]}])/gm,
} as const satisfies Record<string, RegExp>

export const countOf = (text: string, marks: RegExp) => text.match(marks)?.length ?? 0

/** A test without its comments: what is commented out tests nothing. */
export function testCode(text: string): string {
  const code = text.replaceAll("\r\n", "\n")
  const lastClose = code.lastIndexOf("*/")
  const kept: string[] = []
  for (let at = 0; at <= code.length; ) {
    const end = lineEnd(code, at)
    const line = code.slice(at, end)
    const begins = at + (/^[ \t]*\/\*/.exec(line)?.[0].length ?? Number.POSITIVE_INFINITY)
    if (begins <= lastClose) {
      const closes = code.indexOf("*/", begins) + 2
      at = lineEnd(code, closes) + 1
      kept.push(code.slice(closes, at - 1))
    } else {
      kept.push(/^[ \t]*(?:\/\/|#(?![![]))/.test(line) ? "" : line)
      at = end + 1
    }
  }
  return kept.join("\n")
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at)
  return end === -1 ? text.length : end
}

/** An assertion without the values in it: what is left when only the expectation is turned. */
export function shapeOf(assertion: string): string {
  return assertion.replace(literals, "#")
}

/** The values in an assertion. */
export function valuesIn(assertion: string): string[] {
  return assertion.match(literals) ?? []
}

const literals =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|-?\b\d+(?:\.\d+)?\b|\b(?:true|false|null|undefined|True|False|None)\b/g

/** The tests that Rust keeps beside the code. */
export function inlineTests(path: string, text: string): string | null {
  const start = path.endsWith(".rs") ? text.search(/#\[cfg\(test\)\]/) : -1
  return start === -1 ? null : text.slice(start)
}

/** What a test asserts, statement by statement, without its white space: how it is laid out does not matter. */
export function assertionsIn(code: string): string[] {
  const calls = /\b(?:expect|assert\w*|require\.\w+)(?:\.\w+){0,8}!?\s*\(|\bassert\s+(?!from\b)[^\s{},]/g
  const starts = [...code.matchAll(calls)].map(({ index }) => index)
  // One within the other, they would be gone over as often as they are deep.
  const longest = Math.min(longestStatement, Math.ceil(mostLookedAt / starts.length))
  return starts.map((start) => statementAt(code, start, Math.min(code.length, start + longest)))
}

const longestStatement = 2_000
const mostLookedAt = 4_000_000

function statementAt(code: string, start: number, last: number): string {
  let depth = 0
  let end = start
  for (; end < last; end++) {
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
