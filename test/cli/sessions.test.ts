import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { filled, tail } from "./filled.ts"
import { scene } from "./scene.ts"

describe("sessions", () => {
  it("lists them most recent first, aligned, with nothing cut", async () => {
    const here = scene()
    const { otherProject, old, newest } = await filled(here)
    const { code, stdout } = await here.run("sessions")
    expect(code).toBe(0)
    expect(stdout.split("\n")).toEqual([
      "State        Title                     Project         Active    Messages  Id",
      `idle         Fix the flaky login test  webshop (here)  just now         2  ${tail(newest)}`,
      `idle         Write the release notes   other           just now         2  ${tail(otherProject)}`,
      `interrupted  * 日本語のログインを直す  webshop (here)  just now         1  ${tail(old)}`,
      "",
    ])
  })

  it("filters, pages and goes on, and gives whole rows as JSON", async () => {
    const here = scene()
    const { otherProject, old, archived, trashed, newest } = await filled(here)
    const ids = async (...argv: string[]) => {
      const { sessions, next } = (await here.json("sessions", ...argv)) as { sessions: { id: string }[]; next: string }
      return { ids: sessions.map(({ id }) => id), next }
    }
    const [project, tag, put, trash, status, first] = await Promise.all([
      ids("--project", "."),
      ids("--tag", "ci", "--pinned"),
      ids("--archived"),
      ids("--trash"),
      ids("--status", "idle", "--owner", "public-agent"),
      ids("--limit", "1"),
    ])
    expect({ project, tag, put, trash, status }).toEqual({
      project: { ids: [newest, old], next: null },
      tag: { ids: [old], next: null },
      put: { ids: [archived], next: null },
      trash: { ids: [trashed], next: null },
      status: { ids: [newest, otherProject], next: null },
    })
    expect(first.ids).toEqual([newest])
    expect(await ids("--limit", "1", "--cursor", first.next)).toMatchObject({ ids: [otherProject] })
    expect(await ids("--all", "--limit", "1")).toEqual({ ids: [newest, otherProject, old], next: null })
    const { sessions } = (await here.json("sessions", "--limit", "1")) as { sessions: unknown[] }
    expect(sessions).toEqual([
      expect.objectContaining({
        id: newest,
        shortId: tail(newest),
        here: true,
        status: "idle",
        stop: "answered",
        messages: 2,
      }),
    ])
  })

  it("takes a directory inside a git work tree for its project", async () => {
    const here = scene()
    const { newest, old } = await filled(here)
    mkdirSync(join(here.project, ".git"))
    mkdirSync(join(here.project, "src", "deep"), { recursive: true })
    const { sessions } = (await here.json("sessions", "--project", "src/deep")) as { sessions: { id: string }[] }
    expect(sessions.map(({ id }) => id)).toEqual([newest, old])
  })

  it("tells an empty list, and leaves no trace of having looked", async () => {
    const { run, json, home } = scene()
    const [list, trash, data, search, shown] = await Promise.all([
      run("sessions"),
      run("sessions", "--trash"),
      json("sessions"),
      run("search", "anything"),
      run("show", "last"),
    ])
    expect(list).toEqual({
      code: 0,
      stdout: 'No sessions yet. Start one: holdfast run "task"\n',
      stderr: "",
    })
    expect(trash.stdout).toBe("The trash is empty.\n")
    expect(data).toEqual({ sessions: [], next: null })
    expect(search.stdout).toBe("Nothing found for anything.\n")
    expect(shown).toMatchObject({ code: 1, stdout: "", stderr: `holdfast: There are no sessions yet in ${home}.\n` })
    expect(existsSync(home)).toBe(false)
  })

  it("changes no file by looking", async () => {
    const here = scene()
    await filled(here)
    const before = readdirSync(here.home).sort()
    const bytes = readFileSync(join(here.home, "holdfast.db"))
    for (const argv of [["sessions"], ["show", "last"], ["log", "last"], ["search", "login"], ["doctor"]]) {
      expect(await here.run(...argv)).toMatchObject({ code: 0 })
    }
    expect(readdirSync(here.home).sort()).toEqual(before)
    expect(readFileSync(join(here.home, "holdfast.db")).equals(bytes)).toBe(true)
  })
})
