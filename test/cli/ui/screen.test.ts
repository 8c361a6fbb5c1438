import { describe, expect, it } from "vitest"
import { bash, keys, uiScene } from "./ui-scene.ts"

describe("the screen", () => {
  it("follows a window that becomes narrow and wide again while text streams", async () => {
    const scene = uiScene({ delay: "1" })
    const words = Array.from({ length: 160 }, (_, index) => `word${index}`).join(" ")
    const model = scene.script({ text: `${words}\n\nThe end.`, chunkChars: 5, chunkDelayMs: 15 })
    const terminal = scene.inTerminal(["--model", model, "Write it"], { columns: 100 })
    await terminal.until("word30")
    terminal.resize(40)
    await terminal.until((screen) => /word80/.test(screen))
    terminal.resize(100)
    await terminal.until(/^The end\.$/m)
    const last = terminal.screen().slice(terminal.screen().lastIndexOf("word0 "))
    expect(last.match(/word\d+/g)).toEqual(words.split(" "))
  })

  it("keeps all that was said above in the scrollback, once", async () => {
    const scene = uiScene()
    const lines = (from: number) => Array.from({ length: 40 }, (_, at) => `- item ${from + at}.`).join("\n")
    const model = scene.script(
      { text: lines(100), chunkChars: 20, chunkDelayMs: 5 },
      { text: lines(200), chunkChars: 20, chunkDelayMs: 5 },
    )
    const terminal = scene.inTerminal(["--model", model, "Count up"])
    await terminal.until(/item 139\.\n\n✓ Done/)
    terminal.type(`More${keys.enter}`)
    await terminal.until(/item 239\.\n\n✓ Done/)
    const shown = terminal.screen().match(/item \d+\./g)
    expect(shown).toEqual([...lines(100).matchAll(/item \d+\./g), ...lines(200).matchAll(/item \d+\./g)].map(String))
  })

  it("has no colours with NO_COLOR, and draws with ASCII where the locale has no more", async () => {
    const scene = uiScene()
    const model = scene.script(bash("echo out"), { text: "**Done** it." })
    const plain = scene.inTerminal(["--model", model, "Do it now"], { env: { NO_COLOR: "1" } })
    await plain.until(/^Done it\.$/m)
    for (const colour of ["2m", "31m", "32m", "36m"]) expect(plain.raw).not.toContain(`\x1b[${colour}`)
    const ascii = scene.inTerminal(["--model", model, "Do it now"], { env: { LANG: "C" } })
    await ascii.until(/^Done it\.$/m)
    expect(/\P{ASCII}/u.test(ascii.raw)).toBe(false)
    expect(ascii.screen()).toMatch(/^\+ bash echo out/m)
  })

  it("has darker colours once the terminal says that its background is light", async () => {
    const scene = uiScene()
    const model = scene.script(bash("echo out"), { text: "It is **done**." })
    const terminal = await scene.open(["--model", model])
    await terminal.until(() => terminal.raw.includes("\x1b]11;?"))
    terminal.type("\x1b]11;rgb:ffff/ffff/ffff\x1b\\")
    terminal.type(`Do it now${keys.enter}`)
    await terminal.until(/^It is done\.$/m)
    expect(terminal.raw).toContain("\x1b[38;5;30mbash")
    expect(terminal.raw).not.toContain("\x1b[36mbash")
    expect(terminal.screen()).not.toContain("rgb:")
  })

  it("takes one task a line on a dumb terminal", async () => {
    const scene = uiScene()
    const model = scene.script({ text: "First." }, { text: "Second." })
    const terminal = scene.inTerminal(["--model", model], { env: { TERM: "dumb" } })
    await terminal.until(/^> *$/m)
    terminal.type("Do it now\r")
    await terminal.until(/^First\.[\s\S]*> *$/m)
    terminal.type("And again\r")
    await terminal.until(/^Second\.[\s\S]*> *$/m)
    terminal.type(keys.ctrlD)
    expect(await terminal.ended).toBe(0)
    expect(terminal.raw).not.toContain("\x1b")
  })
})
