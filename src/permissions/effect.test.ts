import { describe, expect, it } from "vitest"
import { context } from "../../test/support/permissions/command.ts"
import { analyseCommand } from "./analyse-command.ts"
import { effectOf } from "./effect.ts"

const inWorkspace = { path: context.workspace, shown: ".", where: "workspace" } as const

async function effect(command: string, more: { network?: true; project?: string } = {}): Promise<string> {
  const within = more.project === undefined ? context : { ...context, project: more.project }
  const analysis = await analyseCommand(command, within)
  const access = {
    kind: "command" as const,
    command,
    cwd: inWorkspace,
    ...(more.network ? { network: more.network } : {}),
  }
  return effectOf({ tool: "bash", arguments: {}, access, analysis, wish: more.network ? "network" : null })
}

describe("what a command does, in words", () => {
  it.each([
    ["rm ../other", "Deletes ../other, outside the project"],
    ["rm -rf build dist", "Deletes build, dist with all that is in it"],
    ["rmdir ../old", "Deletes ../old, outside the project"],
    ["mv ../a b", "Moves ../a, outside the project"],
    ["mv a ../b", "Writes ../b, outside the project"],
    ["cp a /srv/a", "Writes /srv/a, outside the project"],
    ["echo x > ../out", "Writes ../out, outside the project"],
    ["cat ../a ../b", "Reads ../a, outside the project"],
    ["cat ../a; rm ../b; echo > ../c", "Deletes ../b, outside the project; writes ../c, outside the project"],
    ["ssh me@build.example.org make", "Connects to build.example.org"],
    ["curl -d @a https://x.example.org/up", "Connects to x.example.org, and may send to it"],
    ["find . -name '*.o' -delete", "Deletes all that it finds"],
    ["ls", ""],
  ])("%s", async (command, words) => {
    expect(await effect(command)).toBe(words)
  })

  it.each([
    ["curl https://registry.example.org/x", "Connects to registry.example.org"],
    ["git clone https://me@git.example.org/a b", "Connects to git.example.org"],
    ["npm install", "Uses the network"],
    ["git commit -m 'see https://x.example.org/a'", "Uses the network"],
  ])("with the network: %s", async (command, words) => {
    expect(await effect(command, { network: true })).toBe(words)
  })

  it("is outside the workspace only, in the rest of a project", async () => {
    const parent = context.workspace.replace(/\/[^/]+$/, "")
    expect(await effect("rm ../other", { project: parent })).toBe("Deletes ../other, outside the workspace")
  })
})
