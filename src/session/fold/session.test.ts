import { describe, expect, it } from "vitest"
import { stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"

describe("a session", () => {
  it("knows where it works and when it was last active", () => {
    const { log, seq } = stateOf(["session.described", { tags: ["red"] }])
    expect({ seq, ...log }).toMatchObject({
      seq: 2,
      workspace: "/work",
      project: "/project",
      openedAt: "1970-01-01T00:00:01.000Z",
      updatedAt: "1970-01-01T00:00:02.000Z",
      tags: ["red"],
    })
  })

  it("keeps what a later description or configuration does not mention", () => {
    const { log } = stateOf(
      ["session.described", { title: "Kelp", tags: ["red"], pinned: true }],
      ["session.described", { archived: true }],
      ["session.configured", { model: "a/b", mode: "plan", permissionMode: "read-only", prompting: true }],
      ["session.configured", { model: null, ruleCounts: { allow: 1, deny: 2, ask: 3 } }],
    )
    expect(log).toMatchObject({
      title: "Kelp",
      titled: true,
      tags: ["red"],
      pinned: true,
      archived: true,
      trashed: false,
    })
    expect(log).toMatchObject({ model: null, mode: "plan" })
    expect(log.permission).toEqual({
      mode: "read-only",
      modeAt: 4,
      prompting: true,
      ruleCounts: { allow: 1, deny: 2, ask: 3 },
      rulesSource: null,
      rulesAt: 5,
    })
  })

  it("names its owner", () => {
    const { log } = stateOf([
      "session.owned",
      { ownerType: "Agent", ownerPath: "public-agent", host: "h", pid: 7, epoch: 3 },
    ])
    expect(log.owner).toEqual({ type: "Agent", path: "public-agent", host: "h", pid: 7, epoch: 3, seq: 2 })
  })

  it("inherits the conversation by a fork, but neither privileges nor open work", () => {
    const { log, branch } = stateOf(
      ["session.configured", { permissionMode: "allow" }],
      say.send("one"),
      say.consumed("one"),
      say.started("one"),
      ["ask.opened", { ask: "a", kind: "approval", question: "?", call: "c" }],
      ["ask.answered", { ask: "a", answer: "approve", scope: "session" }],
      say.send("two"),
      say.asked(),
      ["session.opened", { workspace: "/fork", project: "/project", parent: { session: "parent", seq: 9 } }],
    )
    expect(log).toMatchObject({
      workspace: "/fork",
      parent: { session: "parent", seq: 9 },
      grants: [],
      owner: null,
      turn: null,
      inputs: { waiting: [], held: false },
      intents: { model: null, tools: [] },
    })
    expect(log.permission.mode).toBe("workspace-write")
    expect(log.title).toBe("one")
    expect(branch.task).toBe("one")
  })
})
