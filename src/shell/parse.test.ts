// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are command lines.

import { describe, expect, it } from "vitest"
import { parseShell } from "./parse.ts"

describe("a command line that cannot be trusted to be what bash runs", () => {
  it.each([
    ["", "the command is empty"],
    ["ls (", "text that cannot be parsed"],
    ["ls 'open", "it cannot be parsed"],
    ["if ls; then", "it cannot be parsed"],
    ["cat <<E\nno end", "a here-document without its end"],
    ["cat <(ls <<E)\nE", "a here-document without its end"],
    ["echo `echo \\`id\\``", "a backslash within backticks"],
    ["x=<(ls) cat", "an assignment that is not plain"],
    ["echo $((1+$(case a in a) id ;; esac)))", "a calculation that cannot be parsed"],
    ["ls\u00a0-l", "it holds control characters or unusual blanks"],
    ["ls\r\nrm x", "it holds control characters or unusual blanks"],
    ["ls \ue000", "it holds characters that no command needs"],
    ["ls ".repeat(100_000), "the command is too long to be judged"],
  ])("%j: %s", (text, problem) => {
    expect(parseShell(text).problem).toBe(problem)
  })

  it.each([
    "ls # a comment (with brackets",
    "cat <<A <<'B C'\n$(x)\nA\n(\nB C\nls",
    "ls; # comment\n\n  pwd &",
    "f() { ls; }; f",
    "[[ a =~ (b|c) ]] && (( x > (1 + 2) ))",
    "git commit -m \"$(cat <<'E'\na (b\nE\n)\"",
    "case $1 in (a) ls ;; b) pwd ;; esac",
    "echo $(( (1 + 2) * 3 )) ${x:-(}",
  ])("is not %j", (text) => {
    expect(parseShell(text).problem).toBeNull()
  })
})
