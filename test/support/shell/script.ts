// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are words of the shell.

import fc from "fast-check"

/** The names of the programs in generated scripts: none of them exists, so that bash tells what it would run. */
const program = fc.integer({ min: 0, max: 60 }).map((number) => `c${number}`)

const plain = fc.constantFrom(
  ..."a b foo.txt -x -o --opt=1 /t 1 2 done fi then in esac time select coproc function é % ^ @ + ! } ]] a#b #no ~ $".split(
    " ",
  ),
  ...["b c", "a\tb", "x*", "?", "[ab]", "{p,q}", '"', "'", "\\", "\\$x", "$v", ""],
)

/** One word in some quoting that means the same. */
const quoted = fc.tuple(plain, fc.integer({ min: 0, max: 4 })).map(([text, style]) => {
  switch (style) {
    case 0:
      return `'${text.replaceAll("'", "'\\''")}'`
    case 1:
      return `"${text.replace(/[\\$`"]/g, "\\$&")}"`
    case 2:
      return `$'${text.replace(/[\\']/g, "\\$&").replaceAll("\t", "\\t")}'`
    case 3:
      return `$"${text.replace(/[\\$`"]/g, "\\$&")}"`
    default:
      return text === "" ? "''" : text.replace(/[^A-Za-z0-9_/.=+@%^é-]/g, (found) => `\\${found}`)
  }
})

const literalRedirection = fc.constantFrom(
  ..."> >> 2> &> >|".split(" ").map((operator) => `${operator}/dev/null`),
  "2>&1",
  ">&2",
  "</dev/null",
  "<<<'t $(c99)'",
  "{fd}>/dev/null",
)

function scripts(depth: number): fc.Arbitrary<string> {
  const inner = depth === 0 ? null : scripts(depth - 1)
  const word = inner
    ? fc.oneof({ weight: 4, arbitrary: quoted }, expansion, nestedWord(inner))
    : fc.oneof(quoted, expansion)
  const simple = simpleCommand(word)
  const command = inner ? fc.oneof({ weight: 3, arbitrary: simple }, compound(inner, word)) : simple
  const pipeline = fc
    .tuple(fc.constantFrom("", "", "", "! ", "time ", "time -p "), joined(command, [" | ", " |& "]))
    .map(([prefix, commands]) => prefix + commands)
  return joined(joined(pipeline, [" && ", " || ", " &&\n"]), ["; ", "\n", " & ", " ; # $(c98)\n"])
}

const expansion = fc.constantFrom("$v", '"$v"', "${v:-d}", "$((1+2))", "{a,b}", "a{1..3}b", "*.js", "~/x")

function nestedWord(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const forms = ["$(_)", '"$(_)"', "<(_)", "${v:-$(_)}", "$((1+$(_)))"] as const
  return fc.tuple(fc.constantFrom(...forms), inner).map(([form, list]) => form.replace("_", () => list))
}

function simpleCommand(word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(
      fc.option(
        fc.tuple(fc.constantFrom("V=", "V+="), quoted).map((parts) => parts.join("")),
        { nil: "" },
      ),
      fc.option(literalRedirection, { nil: "", freq: 1 }),
      fc.tuple(program, fc.constantFrom("", "", "", "''", '""')).map((parts) => parts.join("")),
      fc.array(word, { maxLength: 3 }),
      fc.option(literalRedirection, { nil: "", freq: 1 }),
      fc.constantFrom(" ", " ", " ", "  ", " \\\n "),
    )
    .map(([assignment, before, name, words, after, blank]) =>
      [assignment, before, name, ...words, after].filter((part) => part !== "").join(blank),
    )
}

function compound(inner: fc.Arbitrary<string>, word: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    inner.map((list) => `{ ${list}\n}`),
    inner.map((list) => `( ${list} )`),
    fc.tuple(inner, inner, inner).map(([a, b, c]) => `if ${a}\nthen ${b}\nelse ${c}\nfi`),
    fc.tuple(quoted, inner).map(([item, list]) => `for i in ${item} b; do ${list}\ndone`),
    inner.map((list) => `until true; do ${list}\ndone`),
    fc.tuple(quoted, inner, inner).map(([item, a, b]) => `case ${item} in a|b) ${a} ;; *) ${b} ;; esac`),
    inner.map((list) => `f() { ${list}\n}`),
    fc.tuple(quoted, word).map(([a, b]) => `[[ -n ${a} && a == ${b} ]]`),
    fc.constant("(( 1 + 2 ))"),
  )
}

/** One or two of something, with a separator between them. */
function joined(part: fc.Arbitrary<string>, separators: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: part },
    { weight: 1, arbitrary: fc.tuple(part, fc.constantFrom(...separators), part).map((parts) => parts.join("")) },
  )
}

/**
 * Command lines of bash in which every program is known by its name. Here-documents are not nested: within a
 * substitution bash 5.2 runs what follows one as other commands than it is written.
 */
export const script: fc.Arbitrary<string> = fc
  .tuple(
    program,
    fc.constantFrom("<<", "<<-"),
    fc.constantFrom("E", "'E'", '"E"', "\\E"),
    fc.constantFrom("", " | c97", " && c96 x"),
    fc.boolean(),
    scripts(3),
  )
  .map(([name, operator, delimiter, rest, hasDocument, list]) =>
    hasDocument ? `${name} ${operator}${delimiter}${rest}\ntext $(c90 h) \`c91\`\nE\n${list}` : list,
  )
