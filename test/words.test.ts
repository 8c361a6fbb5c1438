import { globSync, readFileSync } from "node:fs"
import { join, sep } from "node:path"
import { describe, expect, it } from "vitest"
import { bannedNames, bannedTexts } from "./words.ts"

const root = join(import.meta.dirname, "..")

/** Names that must stay, with the reason. */
const kept: Readonly<Record<string, string>> = {
  lanes: "what scrypt calls p, in the stored form of the password",
  mended: "the title of a session in the stores that earlier versions wrote",
  standing: "a field of `GET /api/sessions/:id/why`, and of what `why --json` and `status --json` print",
}

const shippedFiles = ["src/**/*.ts", "web/**/*.{ts,tsx}"]
const allFiles = [...shippedFiles, "{test,bench}/**/*.{ts,tsx}", "{scripts,examples}/*.ts"]

/** The sources that fit the patterns, by their paths from the root. */
function sources(patterns: string[]): Array<{ file: string; source: string }> {
  const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules/**"] })
    .map((file) => file.split(sep).join("/"))
    .sort()
  expect(files).toContain("src/index.ts")
  return files.map((file) => ({ file, source: readFileSync(join(root, file), "utf8") }))
}

describe("all names", () => {
  it("use no banned word", { timeout: 120_000 }, () => {
    const names = sources(allFiles).flatMap(({ file, source }) =>
      file === "test/words.ts" ? [] : bannedNames(file, source, Object.keys(kept)),
    )
    expect(names).toEqual([])
  })
})

describe("the texts in src and web", () => {
  it("have no phrase that people would not say", { timeout: 120_000 }, () => {
    const shipped = sources(shippedFiles).filter(({ file }) => !/\.test\.tsx?$/.test(file))
    expect(shipped.flatMap(({ file, source }) => bannedTexts(file, source))).toEqual([])
  })
})

describe("bannedTexts", () => {
  it("finds a banned phrase in every kind of text, and in nothing else", () => {
    const source = `// anew
      const a = { title: "Set it anew", text: \`\${who} is driven by nobody\`, anew: 1, renewed: "It is now renewed" }
      const b = <p title="Over and over">It is no file</p>`
    expect(bannedTexts("src/a.tsx", source)).toEqual([
      'src/a.tsx: "It is no" (say it is not)',
      'src/a.tsx: "Over and over" (say repeatedly)',
      'src/a.tsx: "anew" (say again)',
      'src/a.tsx: "by nobody" (say has no …)',
    ])
  })
})

describe("bannedNames", () => {
  const check = (source: string) => bannedNames("src/a.tsx", source)

  it("finds a banned word in every kind of name", () => {
    const source = "function tellAll<T>({ house }: T) { return <Told heard={house.begun}>{giveBack}</Told> }"
    expect(check(source)).toEqual([
      "src/a.tsx: Told (say answer, row, message: what it is)",
      "src/a.tsx: begun (say started)",
      "src/a.tsx: giveBack (say release, restore)",
      "src/a.tsx: heard (say received)",
      "src/a.tsx: house (say context)",
      "src/a.tsx: tellAll (say notify, publish, emit, print)",
    ])
  })

  it("leaves comments, strings and longer words alone", () => {
    expect(check(`// told\nconst { background, warehouse } = theme("house", \`begun\`)`)).toEqual([])
  })

  it("leaves the names alone that are kept, and no others", () => {
    expect(bannedNames("src/a.ts", "const { standing, isStanding } = why", ["standing"])).toEqual([
      "src/a.ts: isStanding (say status)",
    ])
  })

  it("does not pass over a file that it cannot read", () => {
    expect(() => check("const told = (")).toThrow(SyntaxError)
  })
})
