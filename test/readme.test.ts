import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { describe, expect, it, onTestFinished } from "vitest"

const root = fileURLToPath(new URL("..", import.meta.url))
const readme = readFileSync(join(root, "README.md"), "utf8")

describe("the README", () => {
  it("embeds the agent with a program that runs and prints what it says", async () => {
    const { home, run } = place()
    const program = join(home, "example.ts")
    const installed = { holdfast: "src/index.ts", zod: "node_modules/zod/index.js" }
    const source = Object.entries(installed).reduce(
      (text, [name, file]) => text.replace(`"${name}"`, JSON.stringify(pathToFileURL(join(root, file)).href)),
      block("ts"),
    )
    writeFileSync(program, source)

    expect(await run(program)).toBe(block("text"))
  })

  it("shows what the commands print for a session whose process was killed", async () => {
    const { run } = place()
    const scene = await run(join(root, "test/readme-scene.ts")).catch((error) => error.signal)
    expect(scene).toBe("SIGKILL")

    const picture = block("console")
    const commands = [...picture.matchAll(/^\$ holdfast (.*)$/gm)].map(([, command = ""]) => command)
    expect(commands.length).toBeGreaterThan(0)
    let printed = ""
    for (const written of commands) {
      const [newest = ""] = shortId.exec(printed) ?? []
      const command = written.replace(shortId, newest)
      printed += `$ holdfast ${command}\n${await run(join(root, "bin/holdfast"), ...command.split(" "))}`
    }
    expect(anyTime(printed)).toBe(anyTime(picture))
  })
})

/** A data directory of its own, and a way to run programs on it. */
function place() {
  const home = mkdtempSync(join(tmpdir(), "holdfast-"))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const env = { ...process.env, HOLDFAST_HOME: join(home, "data"), TZ: "UTC", NO_COLOR: "1" }
  const run = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, args, { env, cwd: home })).stdout
  return { home, run }
}

/** The first fenced block of a language. */
function block(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "ms").exec(readme) ?? []
  if (text === undefined) throw new Error(`README.md has no ${language} block`)
  return text
}

const shortId = /\b[0-9a-f]{8}\b/

// Ids, dates and times are those of the moment; their places and widths are not.
function anyTime(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<session>")
    .replace(/\b[0-9a-f]{8}\b/g, "<id>")
    .replace(/\b\d{4}-\d{2}-\d{2}\b/g, "<date>")
    .replace(/\b\d{2}:\d{2}\b/g, "<time>")
}
