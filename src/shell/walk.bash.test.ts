import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, expect, it } from "vitest"
import { script } from "../../test/support/shell/script.ts"
import { marks } from "./mark.ts"
import { parseShell } from "./parse.ts"
import { actsOf } from "./walk.ts"

const home = mkdtempSync(join(tmpdir(), "holdfast-bash-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Tells each command that bash would run, with its words: no program of the generated scripts exists. */
const listener = `command_not_found_handle() {
  local word line=""
  for word in "$@"; do line+="$word"$'\\037'; done
  printf '%s\\036' "$line" >&9
}
PATH=/nonexistent v="a b"
eval "$1"
wait`

function commandsOfBash(text: string): { commands: string[][]; isSound: boolean } {
  // A new file each time: what a script left running may still write to the last one.
  const output = join(mkdtempSync(join(home, "run-")), "commands")
  const file = openSync(output, "w")
  const ignored = Array.from({ length: 6 }, () => "ignore" as const)
  const { stderr } = spawnSync("bash", ["-c", listener, "bash", text], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    stdio: ["ignore", "ignore", "pipe", ...ignored, file],
    timeout: 10_000,
  })
  closeSync(file)
  const lines = readFileSync(output, "utf8").split("\u001e").slice(0, -1)
  return {
    commands: lines.map((line) => line.split("\u001f").slice(0, -1)),
    isSound: !/syntax error|unexpected EOF|delimited by end-of-file/.test(stderr.toString()),
  }
}

/** Whether words with marks may be these words. */
function mayBe(words: readonly string[], real: readonly string[]): boolean {
  const [first, ...rest] = words
  if (first === undefined) return real.length === 0
  if (first.includes(marks.unknown)) return real.some((_, at) => mayBe(rest, real.slice(at))) || mayBe(rest, [])
  const pattern = [...first].map((char) => (/[\uE000-\uE00F]/u.test(char) ? "[\\s\\S]*" : escaped(char))).join("")
  return real.length > 0 && new RegExp(`^${pattern}$`, "u").test(real[0] ?? "") && mayBe(rest, real.slice(1))
}

const escaped = (char: string) => char.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&")

const numRuns = 200

it("finds every command that bash runs, with its words", () => {
  let falseAlarms = 0
  fc.assert(
    fc.property(script, (text) => {
      const { script: tree, problem } = parseShell(text)
      const { commands, isSound } = commandsOfBash(text)
      if (problem !== null || tree === null) {
        if (isSound) falseAlarms++
        return
      }
      // Where bash finds a mistake it runs what it can, in ways of its own.
      if (!isSound) return
      const acts = actsOf(tree, text, {
        directory: home,
        home,
        follow: (path) => path,
        entries: () => [],
        linksBelow: () => [],
      })
      const known = acts.flatMap((act) => (act.is === "command" ? act.readings : []))
      for (const words of commands) {
        const isKnown = known.some((reading) => mayBe(reading, words))
        expect({ text, words, isKnown }).toEqual({ text, words, isKnown: true })
      }
    }),
    { numRuns },
  )
  // `$(case a in a) echo esac ;; esac)`: what the parser cannot read is asked for, so it has to be rare.
  expect(falseAlarms).toBeLessThanOrEqual(numRuns / 20)
}, 120_000)
