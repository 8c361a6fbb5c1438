import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { saidIn } from "../loopback-model.ts"
import { keys, loopbackScene } from "./ui-scene.ts"

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)
const asUrl = `data:image/png;base64,${pixel.toString("base64")}`

describe("an image", () => {
  it("is attached where its path is dropped or pasted, and the model sees it", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "A red dot." })
    writeFileSync(scene.outside("my shot.png"), pixel)
    const terminal = await scene.open(options)
    terminal.type(`what is ${keys.paste(scene.outside("my shot.png").replaceAll(" ", "\\ "))}`)
    await terminal.until(/^what is \[image my shot\.png\] *$/m)
    terminal.type(keys.enter)
    await terminal.until(/^A red dot\.$/m)
    expect(terminal.screen()).toMatch(/^› what is \[image my shot\.png\]$/m)
    expect(saidIn(requests[0]?.messages)).toContain(asUrl)
  })

  it("is attached where @ names it, and stays text where it is none", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "A red dot." })
    writeFileSync(join(scene.project, "shot.png"), pixel)
    writeFileSync(join(scene.project, "fake.png"), "no image")
    const terminal = await scene.open(options)
    terminal.type(`${keys.paste("fake.png")} and @shot.png `)
    await terminal.until(/^fake\.png and @shot\.png *$/m)
    terminal.type(keys.enter)
    await terminal.until(/^A red dot\.$/m)
    expect(saidIn(requests[0]?.messages).split("data:image/png")).toHaveLength(2)
  })

  it("comes from the clipboard with Ctrl-V", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "A red dot." })
    const programs = scene.outside("programs")
    mkdirSync(programs)
    writeFileSync(scene.outside("copied"), pixel)
    writeFileSync(join(programs, "xclip"), `#!/bin/sh\ncat ${scene.outside("copied")}\n`)
    chmodSync(join(programs, "xclip"), 0o755)
    const terminal = await scene.open(options, { env: { PATH: `${programs}:${process.env.PATH}` } })
    terminal.type(keys.ctrlV)
    await terminal.until(/^\[image clipboard\.png\] *$/m)
    terminal.type(`what is this${keys.enter}`)
    await terminal.until(/^A red dot\.$/m)
    expect(saidIn(requests[0]?.messages)).toContain(asUrl)
  })

  it("is only named to a model that cannot see it, and both are told so", async () => {
    const { scene, requests, options } = await loopbackScene({ text: "I cannot see it." })
    mkdirSync(scene.config, { recursive: true })
    const profiles = { "openai-compatible/loopback": { images: false } }
    writeFileSync(join(scene.config, "config.json"), JSON.stringify({ profiles }))
    writeFileSync(scene.outside("shot.png"), pixel)
    const terminal = await scene.open(options)
    terminal.type(keys.paste(`'${scene.outside("shot.png")}'`))
    await terminal.until(/openai-compatible\/loopback cannot see images: it is told their names only\./)
    await terminal.until(/^\[image shot\.png\] *$/m)
    terminal.type(`what is this${keys.enter}`)
    await terminal.until(/^I cannot see it\.$/m)
    expect(saidIn(requests[0]?.messages)).toContain("The image shot.png was attached. You cannot see images")
    expect(saidIn(requests[0]?.messages)).not.toContain("data:image")
  })
})
