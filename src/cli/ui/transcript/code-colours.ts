import type { Paint } from "../../text/paint.ts"

/** How a family of languages writes what is coloured. */
type Family = { comment: string; text: string; isDiff?: true }

const quoted = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?`
const families = {
  c: { comment: String.raw`\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`, text: `${quoted}|${"`(?:\\\\[\\s\\S]|[^`\\\\])*`?"}` },
  hash: {
    comment: String.raw`(?<![\w$\\])#[^\n]*`,
    text: String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${quoted}`,
  },
  dash: { comment: String.raw`--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)`, text: quoted },
  markup: { comment: String.raw`<!--[\s\S]*?(?:-->|$)`, text: quoted },
  diff: { comment: "(?!)", text: "(?!)", isDiff: true },
} as const satisfies Record<string, Family>

const names: Readonly<Record<string, keyof typeof families>> = {
  ...named("c", "c cpp c++ cs csharp css dart go java javascript js json json5 jsonc jsx kotlin kt less php rs rust"),
  ...named("c", "scala scss swift ts tsx typescript zig"),
  ...named("hash", "bash sh shell zsh fish console py python rb ruby yaml yml toml ini dockerfile make makefile"),
  ...named("hash", "perl r elixir ex nix env conf"),
  ...named("dash", "sql lua haskell hs elm ada"),
  ...named("markup", "html xml svg vue svelte"),
  ...named("diff", "diff patch"),
}

function named(family: keyof typeof families, words: string) {
  return Object.fromEntries(words.split(" ").map((name) => [name, family]))
}

/** Words that shape programs in most languages. */
const keywords = new Set(
  [
    "abstract and as async await begin bool boolean break byte case catch char class const continue def default defer",
    "del delete do done double elif else end enum esac except export extends extern false fi final finally float fn",
    "for from func function global go if impl implements import in instanceof int interface is lambda let local long",
    "match module mut namespace new nil none not null number of or package pass private protected pub public raise",
    "readonly return select self short static string struct super switch then this throw trait true try type typeof",
    "undefined union unless unsigned until use using val var void when where while with yield True False None",
    "SELECT FROM WHERE INSERT INTO UPDATE SET DELETE CREATE TABLE JOIN ON GROUP ORDER BY LIMIT VALUES AND OR NOT NULL AS",
  ].flatMap((line) => line.split(" ")),
)

/** The lines of a program in colours; as they are where the language is not known. */
export function colouredCode(code: string, language: string | undefined, paint: Paint): string[] {
  const lines = code.split("\n")
  const family = names[(language ?? "").toLowerCase()]
  if (family === undefined) return lines
  const form: Family = families[family]
  if (form.isDiff) return lines.map((line) => diffColour(line, paint)(line))
  const tokens = new RegExp(
    `(?<comment>${form.comment})|(?<text>${form.text})|(?<word>[A-Za-z_$][\\w$]*)|(?<number>\\b\\d[\\w.]*)`,
    "g",
  )
  const coloured = code.replace(tokens, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>
    const colour =
      groups.comment !== undefined
        ? paint.dim
        : groups.text !== undefined
          ? paint.green
          : groups.number !== undefined
            ? paint.magenta
            : keywords.has(whole)
              ? paint.blue
              : null
    return colour ? eachLine(whole, colour) : whole
  })
  return coloured.split("\n")
}

const eachLine = (text: string, colour: (line: string) => string) => text.split("\n").map(colour).join("\n")

function diffColour(line: string, paint: Paint): (text: string) => string {
  if (line.startsWith("+")) return paint.green
  if (line.startsWith("-")) return paint.red
  return line.startsWith("@@") ? paint.cyan : (text) => text
}
