import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it } from "vitest"
import { openSqliteStore } from "../store/sqlite/store.ts"

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const bin = join(import.meta.dirname, "..", "..", "bin", "holdfast")

it("prints no JSON that drives the terminal, and says all that there is", async () => {
  const attack = "\u009b2J \u009d0;owned\u009c \u0085 \u007f \u202e"
  const store = openSqliteStore({ directory: home })
  const id = await store.open({ workspace: home, project: home, title: `title ${attack}` })
  await store.append(id, [{ type: "input.accepted", data: { input: "i", kind: "send", text: attack } }], "intent")
  await store.close()
  for (const command of [
    ["log", id],
    ["search", "owned"],
  ]) {
    const { stdout } = spawnSync(process.execPath, [bin, ...command, "--json"], {
      env: { ...process.env, HOLDFAST_HOME: home },
      encoding: "utf8",
    })
    expect(stdout, command.join(" ")).toContain(String.raw`\u009b2J`)
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u)
    const read = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown)
    expect(JSON.stringify(read)).toContain(JSON.stringify(attack).slice(1, -1))
  }
})

it("shows a terminal an export that cannot drive it, and writes it as it is elsewhere", async () => {
  const attack = "\u009b2J \u009d0;owned\u009c \u202e"
  const store = openSqliteStore({ directory: home })
  const id = await store.open({ workspace: home, project: home, title: attack })
  await store.close()
  const exported = (env: Record<string, string>) =>
    spawnSync(process.execPath, [bin, "export", id], {
      env: { ...process.env, HOLDFAST_HOME: home, ...env },
      encoding: "utf8",
    }).stdout
  const shown = exported({ NODE_OPTIONS: "--import=data:text/javascript,process.stdout.isTTY=true" })
  expect(shown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(JSON.parse(shown.split("\n")[1] ?? "")).toMatchObject({ data: { title: attack } })
  expect(exported({})).toContain(attack)
})
