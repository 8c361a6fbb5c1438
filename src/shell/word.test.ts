// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are words of the shell.

import { expect, it } from "vitest"
import { marks } from "./mark.ts"
import { parseShell } from "./parse.ts"
import { readWord } from "./word.ts"

const known: Readonly<Record<string, readonly string[]>> = {
  x: ["one"],
  two: ["a", "b"],
  blank: ["a b"],
  star: ["*.ts"],
}

/** The words that bash makes of one argument. */
function read(text: string): readonly string[] {
  const command = parseShell(`c ${text}`).script?.commands[0]?.command
  const [word] = command?.type === "Command" ? command.args : []
  if (word?.type !== "Word") throw new Error(`${text} is not a word`)
  return readWord(word, { home: "/home/ada", directory: "/app", values: (name) => known[name] })
}

it.each([
  [`'a b'"c"\\d$'\\x65'`, ["a bcde"]],
  ["a\\\nb", ["ab"]],
  ["~/x", ["/home/ada/x"]],
  ["--to=~/x", ["--to=/home/ada/x"]],
  ["'~'/x", ["~/x"]],
  ["a{b,c{d,e}}f", ["abf", "acdf", "acef"]],
  ["a'{b,c}'", ["a{b,c}"]],
  ["{1..3}", [marks.unknown]],
  ["$x.ts", ["one.ts"]],
  ["${two}.ts", ["a.ts", "b.ts"]],
  ['"$blank"', ["a b"]],
  ["$blank", [marks.unknown]],
  ["$star", [`${marks.any}.ts`]],
  ['"$star"', ["*.ts"]],
  ["$PWD/$(pwd)", ["/app//app"]],
  ["$other", [marks.unknown]],
  ['"$other"', [marks.some]],
  ["*.[jt]s?", [`${marks.any}.${marks.one}s${marks.one}`]],
  ["'*'", ["*"]],
  ["<(ls)", [marks.pipe]],
  ["$HOLDFAST_HOME/x", [`${marks.guard}/x`]],
  ["$'a\\0b'", [marks.unknown]],
])("%s", (text, words) => {
  expect(read(text)).toEqual(words)
})
