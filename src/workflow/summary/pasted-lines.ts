const frames = {
  /** `at f (a.js:1:2)`, `at a.B.c(B.java:12)`, `at file:///a.js:1:2`. */
  call: /^\s*at\s+\S.*:\d+\)?\s*$/,
  /** Of Python, which tells the line of code below it. */
  place: /^\s*File ".*", line \d+/,
}

const marks: readonly RegExp[] = [
  /^\s*>/,
  /^Traceback \(most recent call last\)/,
  // `TypeError: …`, `java.lang.IllegalStateException: …`; a person may well begin with "Error: …".
  /^\s*(?:Uncaught |Caused by: )?[\w$.]*\w(?:Error|Exception)\b[^:\n]{0,40}:/,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /^\s*\[?\d\d:\d\d:\d\d\b/,
  ...Object.values(frames),
]

/** Which lines were said by somebody else: quoted lines, traces of an error, lines of a log. */
export function pastedLines(lines: readonly string[]): boolean[] {
  return lines.map((line, index) => {
    const [before = "", after = ""] = [lines[index - 1], lines[index + 1]]
    return (
      marks.some((mark) => mark.test(line)) ||
      (frames.place.test(before) && /^\s+\S/.test(line)) ||
      (frames.call.test(after) && /^\s*(?:Uncaught )?Error\b/.test(line))
    )
  })
}
