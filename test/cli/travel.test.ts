import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { SessionState } from "../../src/session/state.ts"
import { blobRefsOf } from "../../src/store/transfer/export-lines.ts"
import { driveTurn, finish, openSession, type Scene, scene } from "./scene.ts"

// Put together here, so that no file holds anything that looks like a key.
const secret = `sk-ant-${"a1B2".repeat(8)}`
const largeOutput = `export KEY\n${"line of output\n".repeat(500)}token ${secret}\n`

/** A session with a tool output in a blob, a secret, and a permission that was given. */
async function written({ use, project }: Scene) {
  return use(async (store) => {
    const id = await openSession(store, project, `Use ${secret} to log in`)
    const whole = await store.putBlob(Buffer.from(largeOutput), "text/plain")
    const binary = await store.putBlob(Buffer.from([0, 255, 254, 1]), "image/png")
    await driveTurn(store, id, (turn) => [
      {
        type: "tool.called",
        turn,
        data: {
          call: "c1",
          name: "shell",
          arguments: { command: "env", password: 31415926, token: { value: "hunter22" } },
        },
      },
      { type: "tool.started", turn, data: { call: "c1", readOnly: true } },
      { type: "tool.finished", turn, data: { call: "c1", status: "ok", output: { text: "…", whole }, changed: [] } },
    ])
    const configured = { permissionMode: "danger-full-access" as const }
    const shot = { name: "shot.png", ...binary }
    await store.append(
      id,
      [
        { type: "session.configured", data: configured },
        { type: "input.accepted", data: { input: "i2", kind: "send", text: "look", attachments: [shot] } },
      ],
      "intent",
    )
    return { id, blobs: [whole.blob, binary.blob] }
  })
}

async function contentOf({ use }: Scene, id: string, blobs: readonly string[] = []) {
  return use(async (store) => ({
    events: await Array.fromAsync(store.read(id)),
    state: (await store.state(id)) satisfies SessionState,
    blobs: await Promise.all(blobs.map(async (blob) => Buffer.from(await store.blob(blob)).toString("base64"))),
    problems: (await store.verify()).problems,
  }))
}

describe.each(["jsonl", "json"])("export and import as %s", (format) => {
  it("brings the same session to another data directory, and changes nothing the second time", async () => {
    const from = scene()
    const to = scene()
    const { id, blobs } = await written(from)
    const file = join(from.project, "out")
    const exported = await from.run("export", "last", "--format", format, "-o", file)
    expect(exported).toEqual({ code: 0, stderr: "", stdout: `Exported ${id.slice(-8)} (13 events) to ${file}.\n` })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(from.project)).toEqual(["out"])

    expect(await to.json("import", file)).toMatchObject({ id, outcome: "imported", events: 13 })
    const first = await contentOf(to, id, blobs)
    expect(first).toEqual(await contentOf(from, id, blobs))
    expect(await to.run("import", file)).toEqual({
      code: 0,
      stderr: "",
      stdout: `${id.slice(-8)} already exists, nothing to do.\n`,
    })
    expect(await contentOf(to, id, blobs)).toEqual(first)
    expect((await to.run("show", id)).stdout).toMatch(/permissions read-only$/m)
  })

  it("extends a session that went on elsewhere, and refuses one that went another way", async () => {
    const from = scene()
    const to = scene()
    const { id } = await written(from)
    const file = join(from.project, "out")
    await from.run("export", id, "--format", format, "-o", file)
    await to.run("import", file)
    await from.run("rename", id, "Went on")
    expect(await from.run("export", id, "--format", format, "-o", file)).toMatchObject({ code: 1 })
    await from.run("export", id, "--format", format, "-o", file, "--force")
    expect(await to.json("import", file)).toMatchObject({ id, outcome: "extended", events: 1 })
    await Promise.all([from.run("rename", id, "One way"), to.run("rename", id, "The other way")])
    await from.run("export", id, "--format", format, "-o", file, "--force")
    expect(await to.json("import", file)).toMatchObject({ error: { code: "exists" } })
    const copy = (await to.json("import", file, "--as-copy")) as { id: string }
    expect(copy).toMatchObject({ outcome: "imported", from: id })
    expect(copy.id).not.toBe(id)
    expect(await to.use((store) => store.row(copy.id))).toMatchObject({ title: "One way" })
    expect((await contentOf(to, copy.id)).problems).toEqual([])
  })

  it("refuses a file that was cut short or changed, and writes nothing", async () => {
    const from = scene()
    const to = scene()
    const { id } = await written(from)
    const file = join(from.project, "out")
    await from.run("export", id, "--format", format, "-o", file)
    const whole = readFileSync(file, "utf8")
    const refusals: string[] = []
    for (const content of [
      whole.slice(0, -60),
      whole.slice(0, Math.floor(whole.length / 2)),
      whole.slice(0, whole.indexOf("\n") + 1),
      whole.replace("Said what it is", "Said what it was"),
      whole.replace('"version":1', '"version":9'),
      "hello",
      "",
    ]) {
      writeFileSync(file, content)
      const { error } = (await to.json("import", file)) as { error: { code: string; message: string } }
      refusals.push(`${error.code}: ${error.message}`)
    }
    expect(refusals).toEqual([
      expect.stringMatching(/^invalid: The file is not whole/),
      expect.stringMatching(/^invalid: The file is not whole/),
      expect.stringMatching(/^invalid: The file is not whole/),
      expect.stringMatching(/^invalid: The file is not as it was exported/),
      expect.stringMatching(/^newer: The file was exported by a newer Holdfast/),
      expect.stringMatching(/^invalid: The file is no export/),
      expect.stringMatching(/^invalid: The file is no export/),
    ])
    expect(await to.json("sessions")).toEqual({ sessions: [], next: null })
  })

  it("masks secrets when asked to, in blobs too; the file is then a copy only", async () => {
    const from = scene()
    const to = scene()
    const { id } = await written(from)
    const file = join(from.project, "out")
    await from.run("export", id, "--format", format, "--redact", "-o", file)
    expect(readFileSync(file, "utf8")).not.toMatch(/sk-ant|hunter22|31415926/)
    expect(await to.json("import", file)).toMatchObject({ error: { message: expect.stringContaining("--as-copy") } })
    const copy = (await to.json("import", file, "--as-copy")) as { id: string }
    const { events, problems } = await contentOf(to, copy.id)
    expect(problems).toEqual([])
    const blob = events.flatMap((event) => (event.type === "tool.finished" ? blobRefsOf(event) : []))[0]?.blob ?? ""
    const bytes = await to.use((store) => store.blob(blob))
    expect(Buffer.from(bytes).toString()).toBe(largeOutput.replace(secret, "[redacted: Anthropic key]"))
  })
})

describe("export", () => {
  it("masks a text that is as long as it may be, so that it is still a title, and imports", async () => {
    const from = scene()
    const to = scene()
    const keyId = `AKIA${"ABCDEFGH".repeat(2)}`
    const title = `${"x".repeat(979)} ${keyId}`
    const { project } = from
    const id = await from.use((store) => store.open({ workspace: project, project, title }))
    const file = join(project, "out")
    await from.run("export", id, "--redact", "-o", file)
    const copy = (await to.json("import", file, "--as-copy")) as { id: string }
    const row = await to.use((store) => store.row(copy.id))
    expect(row.title).toMatch(/x \[redacted: /)
    expect(row.title).not.toContain(keyId)
  })

  it("writes to standard output, which import reads", async () => {
    const from = scene()
    const to = scene()
    const { id } = await written(from)
    const { stdout } = await from.run("export", id)
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect(lines[0]).toMatchObject({ format: "holdfast-session", version: 1, session: id, head: 13 })
    expect(lines.slice(1, 14).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    expect(lines.slice(14, 16).map(({ mediaType }) => mediaType)).toEqual(["text/plain", "image/png"])
    expect(lines[16]).toMatchObject({ end: { events: 13, blobs: 2 } })
    expect(await finish(to.start("import", "-"), stdout)).toMatchObject({ code: 0 })
    expect((await contentOf(to, id)).events).toEqual((await contentOf(from, id)).events)
  })

  it("brings a fork along with what it inherits", async () => {
    const from = scene()
    const to = scene()
    const { id } = await written(from)
    const fork = (await from.json("fork", id, "--at", "6")) as { id: string }
    const file = join(from.project, "fork.jsonl")
    await from.run("export", fork.id, "-o", file)
    expect(await to.json("import", file)).toMatchObject({ id: fork.id, outcome: "imported", events: 7 })
    expect(await contentOf(to, fork.id)).toEqual(await contentOf(from, fork.id))
  })

  it("writes a transcript for people in Markdown, with secrets masked", async () => {
    const here = scene()
    const { id } = await written(here)
    const { code, stdout } = await here.run("export", id, "--format", "markdown")
    expect(code).toBe(0)
    expect(stdout).toMatch(/^# Use \\\[redacted: Anthropic key\\\] to log in\n/)
    expect(stdout).toContain("## ada\n\n*")
    expect(stdout).toContain("I looked into it.")
    expect(stdout).toContain("### Tool `shell`: ok")
    expect(stdout).toContain('"password": "[redacted: secret]"')
    expect(stdout).not.toMatch(/sk-ant|hunter22|31415926/)
  })

  it("fences whatever a tool printed, however many backticks", async () => {
    const here = scene()
    const output = `${"` ".repeat(200_000)}\`\`\`\`\``
    const id = await here.use(async (store) => {
      const session = await openSession(store, here.project, "Print backticks")
      await driveTurn(store, session, (turn) => [
        { type: "tool.called", turn, data: { call: "c", name: "shell", arguments: {} } },
        { type: "tool.started", turn, data: { call: "c", readOnly: true } },
        { type: "tool.finished", turn, data: { call: "c", status: "ok", output: { text: output }, changed: [] } },
      ])
      return session
    })
    const { code, stdout, stderr } = await here.run("export", id, "--format", "markdown")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout.includes(`\n\`\`\`\`\`\`\n${output}\n\`\`\`\`\`\`\n`)).toBe(true)
  })

  it("leaves a file alone that is there, and says where it could not write", async () => {
    const here = scene()
    await written(here)
    const file = join(here.project, "mine.txt")
    writeFileSync(file, "mine")
    expect(await here.run("export", "last", "-o", file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("--force"),
    })
    expect(readFileSync(file, "utf8")).toBe("mine")
    truncateSync(file)
    expect(await here.run("export", "last", "-o", "no/such/place")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cannot write no/such/place"),
    })
    expect(await here.run("import", "nothing.jsonl")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("nothing.jsonl"),
    })
    expect(readdirSync(here.project)).toEqual(["mine.txt"])
  })
})
