import { expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"

const answer = [
  "# Result",
  "It is **done** in `a.ts`:",
  "```ts\n// The sum.\nconst sum = 1\n\nreturn sum\n```",
  "| file | lines |\n| --- | ---: |\n| a.ts | 2 |",
  "- one\n- two\n\n- three",
].join("\n\n")

const streamed = { text: answer, chunkChars: 3, chunkDelayMs: 2 }

it("shows an answer of run in a terminal as Markdown, each block when it is whole", async () => {
  const scene = turnScene({ delay: "1" })
  const terminal = scene.inTerminal(["run", "Do it now", "--model", scene.script(streamed)])
  expect(await terminal.ended).toBe(0)
  const shown = terminal.screen()
  expect(shown).toMatch(
    /^Result\n\nIt is done in a\.ts:\n\nts\n {2}\/\/ The sum\.\n {2}const sum = 1\n\n {2}return sum\n/m,
  )
  expect(shown).toMatch(/^│ file │ lines │$[\s\S]*^│ a\.ts │ +2 +│$/m)
  expect(shown).toMatch(/^- one\n- two\n(?:\n)?- three$/m)
  expect(shown).not.toMatch(/\*\*|```|# Result/)
  expect(terminal.raw).toContain("\x1b[1mdone\x1b[22m")
  expect(terminal.raw).toContain("\x1b[34mconst\x1b[39m")
})

it("has neither colours nor other signs than ASCII where the terminal has none", async () => {
  const scene = turnScene()
  const options = ["run", "Do it now", "--model", scene.script({ text: answer })]
  const terminal = scene.inTerminal(options, { env: { TERM: "dumb", LANG: "C" } })
  expect(await terminal.ended).toBe(0)
  expect(terminal.screen()).toMatch(/^\| file \| lines \|$/m)
  expect(/\P{ASCII}/u.test(terminal.raw)).toBe(false)
  expect(terminal.raw).not.toContain("\x1b")
})

it("gives a pipe the answer as it was written", async () => {
  const scene = turnScene()
  const { stdout } = await scene.run("run", "Do it now", "--model", scene.script({ text: answer }))
  expect(stdout.trimEnd()).toBe(answer)
})
