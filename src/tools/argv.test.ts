import { execFileSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { commandLine } from "./argv.ts"

describe("a list for a command", () => {
  it("gives the program each word as it is, whatever the shell would make of it", () => {
    const word = fc.oneof(
      fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", "")),
      fc.constantFrom(
        "rm -rf src",
        "$HOME",
        "`id`",
        "$(id)",
        "it's",
        "*.ts",
        "a > b",
        "# x",
        "~",
        "",
        "A=b",
        "!!",
        "\n",
      ),
    )
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
        const line = commandLine(["printf", "%s\\0", ...words])
        // Alone, a mark of the shell may be one.
        if (words.some((each) => /^\d?[&|;<>]/.test(each))) return
        const printed = execFileSync("bash", ["-c", line ?? "exit 1"], { encoding: "utf8" })
        expect(printed.split("\0").slice(0, -1)).toEqual(words)
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ["a search for what looks like a command", ["grep", "-rn", "echo x > y", "docs"], "grep -rn 'echo x > y' docs"],
    ["an assignment that is none", ["A=b", "--c=d"], "'A=b' --c=d"],
    ["the script of a shell", ["bash", "-lc", "cd src && npm test"], "cd src && npm test"],
    ["the script of a shell by its path", ["/bin/sh", "-c", "ls | wc"], "ls | wc"],
    ["a script with arguments", ["bash", "-c", "echo $1", "x", "a b"], "bash -c 'echo $1' x 'a b'"],
    ["a single line", ["npm test"], "npm test"],
  ])("is read: %s", (_, words, line) => expect(commandLine(words)).toBe(line))

  it.each([
    ["lines", ["cd src", "npm test"]],
    ["words of the shell", ["rm", "a", "&&", "ls"]],
    ["a redirection", ["echo", "x", ">", "y"]],
    ["nothing", []],
    ["no program", ["", "x"]],
  ])("is not guessed at: %s", (_, words) => expect(commandLine(words)).toBeUndefined())
})
