/** The line of a check's output that tells most of how it ended; null where it said nothing. */
export function decisiveLine(output: string, ended: "passed" | "failed"): string | null {
  const lines = output.split("\n").flatMap((line) => (said.test(line) ? [line.trim()] : []))
  for (const tells of decisive[ended]) {
    const found =
      ended === "failed" ? lines.find((line) => tells.test(line)) : lines.findLast((line) => tells.test(line))
    if (found !== undefined) return found
  }
  return lines.at(-1) ?? null
}

/** Neither nothing nor what is added to it: that there was no output, and the exit code. */
const said = /^(?!\s*(?:It printed nothing\.)?\s*(?:Exit code \d+\.)?\s*$)/

/** How programs say it, the most telling first. A count of nothing tells nothing. */
const decisive = {
  failed: [
    /^(?:E\s+)?\w*(?:Error|Exception)\b.*:/,
    /\berror(?:\[\w+\]|\s+TS\d+)?:/i,
    /\bpanicked at\b/,
    /^(?:✖|✗|✕|×|not ok\b|FAIL(?:ED|URE)?\b)/,
    /\b[1-9]\d*\s+(?:failed|failing|failures?|errors?|problems?)\b/i,
    /\b(?:failed|failures?|errors?)[:\s]\s*[1-9]\d*\b/i,
  ],
  passed: [
    /\b[1-9]\d*\s+(?:tests?\s+)?(?:passed|passing|ok)\b/i,
    /\b(?:pass|passed|passing|tests)[:\s]\s*[1-9]\d*\b/i,
    /\btest result: ok\b/,
    /^ok\b/,
  ],
} as const
