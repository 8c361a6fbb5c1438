import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const docs = join(import.meta.dirname, "..", "docs")

type Row = { number: number; fault: string; answer: string }

/** The rows of all tables that begin with a number: a fault, and what stops it. */
const rows: Row[] = readFileSync(join(docs, "faults.md"), "utf8")
  .split("\n")
  .flatMap((line) => {
    const [, number, fault = "", answer = ""] = /^\| (\d+) \| (.+?) \| (.+) \|$/.exec(line) ?? []
    return number === undefined ? [] : [{ number: Number(number), fault, answer }]
  })

const linksOf = (answer: string) =>
  [...answer.matchAll(/\[([^\]]+)\]\(([^)]+\.ts)\)/g)].map(([, title = "", path = ""]) => ({ title, path }))

describe("the list of faults", () => {
  it("has each of the 118, in order", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 118 }, (_, index) => index + 1))
  })

  it("says of each by what test it is stopped, or why it cannot be", () => {
    const silent = rows.filter(({ answer }) => linksOf(answer).length === 0 && !/^Excluded: .{20,}/.test(answer))
    expect(silent).toEqual([])
  })

  it("names tests that there are", () => {
    const missing = rows.flatMap(({ number, answer }) =>
      linksOf(answer)
        .filter(({ title, path }) => !hasTest(join(docs, path), title))
        .map(({ title, path }) => `${number}: ${title} (${path})`),
    )
    expect(missing).toEqual([])
  })

  it("says `not yet` of those whose test is expected to fail, and of no others", () => {
    const announced = rows.flatMap(({ answer }) =>
      [...answer.matchAll(/not yet: \[([^\]]+)\]/g)].map(([, title]) => title),
    )
    const failing = rows.flatMap(({ answer }) =>
      linksOf(answer).filter(({ title, path }) => hasTest(join(docs, path), title, "it\\.fails")),
    )
    expect(announced).toEqual(failing.map(({ title }) => title))
  })
})

// `it("…"`, or the second pair of brackets of `it.each(…)("…"`; never the title of a `describe`.
const anyTest = "(?<!describe)(?:\\bit(?:\\.fails)?|\\)|\\]\\))"

function hasTest(file: string, title: string, kind = anyTest): boolean {
  if (!existsSync(file)) return false
  const quoted = title.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
  return new RegExp(`${kind}\\(\\s*["\`]${quoted}["\`]`).test(readFileSync(file, "utf8"))
}
