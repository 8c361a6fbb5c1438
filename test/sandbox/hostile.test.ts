import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sandboxSystem } from "../../src/tools/sandbox/sandbox.ts"
import { hostileCommands } from "./hostile-commands.ts"
import { type SandboxScene, sandboxScene, secrets } from "./scene.ts"

let scene: SandboxScene
beforeAll(async () => {
  scene = await sandboxScene()
})
afterAll(() => scene.close())

const system = await sandboxSystem()
const isConfined = system.kind === "landlock" && system.namespaces

describe.skipIf(!isConfined)("hostile commands", () => {
  it("are at least 400", () => {
    expect(new Set(hostileCommands).size).toBeGreaterThanOrEqual(400)
  })

  it.each(["read-only", "workspace-write"] as const)(
    "have no effect outside of what %s allows",
    { timeout: 300_000 },
    async (mode) => {
      scene.reset()
      const before = scene.print()
      const effects: { commands: string[]; changed: string[]; contacts: string[]; read: string[] }[] = []
      for (const commands of batches(hostileCommands, 25)) {
        scene.reset()
        const { output } = await scene.run(script(commands), { mode })
        const changed = differences(before, scene.print())
        const contacts = scene.contacts.splice(0)
        const read = secrets.filter((secret) => output.includes(secret))
        if (changed.length + contacts.length + read.length > 0) effects.push({ commands, changed, contacts, read })
      }
      expect(effects).toEqual([])
    },
  )

  it("have their effect without the sandbox", { timeout: 60_000 }, async () => {
    scene.reset()
    const { output } = await scene.run(
      script(["cat $HOME/.ssh/id_rsa", "echo x > /dev/tcp/127.0.0.1/$PORT", "echo x >> .git/config"]),
    )
    expect(output).toContain("CANARY-SSH")
    expect(scene.contacts.splice(0)).toEqual(["tcp"])
    scene.reset()
  })
})

/** Each command by itself, in a directory where the others have left what they could. */
function script(commands: readonly string[]): string {
  writeFileSync(join(scene.workspace, ".commands"), `${commands.join("\0")}\0`)
  return `while IFS= read -r -d '' line; do timeout -k 1 10 bash -c "$line" </dev/null; test -e a.txt || printf 'one\\ntwo\\n' > a.txt; done < .commands 2>&1; true`
}

function batches<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path))
}
