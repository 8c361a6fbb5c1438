import { expect, it } from "vitest"
import type { Profile } from "../../models/contract.ts"
import { emptyState } from "../../session/empty-state.ts"
import { tools as ownTools } from "../../tools/tool-set.ts"
import { describeFor, govern } from "../tool-calls/governor.ts"
import { offered } from "./build.ts"
import { dynamicSectionsOf } from "./dynamic.ts"
import { madeSections } from "./made.ts"
import { joined } from "./section.ts"

it("tells a strong model what it is, what it may do and all of its tools in 6.5 kB", () => {
  const profile: Profile = { toolFormat: "native", strength: "standard", strictness: "standard", source: "name" }
  const governed = govern({ profile, tools: ownTools, state: emptyState("s"), env: {} })
  const made = {
    format: "native",
    brief: governed.brief,
    tools: offered(describeFor(governed.tools, governed), []),
  } as const
  const sections = [
    ...madeSections(made),
    ...dynamicSectionsOf({
      workspace: "/home/ada/projects/harbour",
      permissionMode: "workspace-write",
      format: "native",
      mode: "execute",
      task: "Fix the failing test",
      brief: governed.brief,
      memory: null,
    }),
  ]
  const request = {
    model: "model",
    messages: [
      { role: "system", content: joined(sections) },
      { role: "user", content: "Fix the failing test" },
    ],
    tools: made.tools.map((tool) => ({ type: "function", function: tool })),
    stream: true,
    stream_options: { include_usage: true },
  }
  expect(Buffer.byteLength(JSON.stringify(request))).toBeLessThanOrEqual(6_500)
})
