import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parity } from "./parity-scenarios.ts"
import { play } from "./parity-scene.ts"

describe("F140 parity harness: the scenarios of Loader", () => {
  it.for(Object.entries(parity))("%s", async ([, scenario]) => {
    await scenario.expect(await play(scenario))
  })

  it("are listed in docs/seeds.md, each by its name", () => {
    const page = readFileSync(join(import.meta.dirname, "..", "..", "docs", "seeds.md"), "utf8")
    const [, section = ""] = page.split("## Parity scenarios")
    expect([...section.matchAll(/^- `(\w+)`/gm)].map(([, name]) => name)).toEqual(Object.keys(parity))
  })
})
