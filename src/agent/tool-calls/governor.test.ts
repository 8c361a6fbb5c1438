import { describe, expect, it } from "vitest"
import { z } from "zod"
import { stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import type { Profile } from "../../models/contract.ts"
import { emptyState } from "../../session/empty-state.ts"
import type { SessionState } from "../../session/state.ts"
import { tools } from "../../tools/tool-set.ts"
import { defineTool } from "./define-tool.ts"
import { describeFor, govern, oneAction, withEcho } from "./governor.ts"

const weak: Profile = { toolFormat: "native", strength: "weak", strictness: "standard", source: "set" }
const governed = (more: Partial<Parameters<typeof govern>[0]> = {}) =>
  govern({ profile: weak, tools, state: emptyState("s"), env: {}, ...more })
const names = (of: readonly { name: string }[]) => of.map(({ name }) => name)

/** A session whose open turn has these things to do. */
function listed(...items: readonly [text: string, state: "pending" | "active" | "completed"][]): SessionState {
  return stateOf(say.started(), [
    "done.defined",
    { task: "Build it", items: items.map(([text, state]) => ({ id: `todo-${text}`, text, state })) },
    { turn: "turn-1" },
  ])
}

describe("the governor", () => {
  it("does not tell a model that is not weak of what another tool covers, and leaves any alone where it is off", () => {
    const alone = { brief: false, oneAtATime: false, echo: null }
    const uncovered = tools.filter(({ name }) => !["git", "notepad_read", "notepad_write"].includes(name))
    expect(governed({ profile: { ...weak, strength: "standard" } })).toEqual({ ...alone, tools: uncovered })
    expect(governed({ profile: undefined })).toEqual({ ...alone, tools: uncovered })
    expect(governed({ env: { HOLDFAST_GOVERNOR: "off" } })).toEqual({ ...alone, tools })
  })

  it("offers a weak model few tools, and those that another program brings", () => {
    const weather = defineTool({ name: "weather", description: "It rains.", schema: z.object({}), run: () => "yes" })
    const { tools: few, brief, oneAtATime } = governed({ tools: [...tools, weather] })
    expect(names(few)).toEqual(["read", "write", "edit", "glob", "grep", "bash", "todo", "skill", "weather"])
    expect({ brief, oneAtATime }).toEqual({ brief: true, oneAtATime: true })
  })

  it("offers one that only looks around nothing that changes anything", () => {
    const state = emptyState("s")
    const looking = { ...state, log: { ...state.log, mode: "explore" as const } }
    expect(names(governed({ state: looking }).tools)).toEqual(["read", "glob", "grep", "skill"])
  })

  it("says the next open thing last: the active one, else the first", () => {
    const echo = (state: SessionState) => governed({ state }).echo
    expect(echo(listed(["one", "completed"], ["two", "pending"], ["three", "active"]))).toBe(
      "[Next: three (1 more after it). Do only this now.]",
    )
    expect(echo(listed(["one", "completed"], ["two", "pending"]))).toBe("[Next: two. Do only this now.]")
    expect(echo(listed(["one", "completed"]))).toBeNull()
    expect(echo(emptyState("s"))).toBeNull()
  })

  it("puts it at the end of the last message, which stays whole", () => {
    const result = { role: "tool", call: "c", name: "read", text: "1\tone", failed: false } as const
    expect(withEcho([result], "[Next: two.]")).toEqual([{ ...result, text: "1\tone\n\n[Next: two.]" }])
    const answer = { role: "assistant", text: "Yes.", calls: [] } as const
    expect(withEcho([answer], "[Next: two.]")).toEqual([answer])
    expect(withEcho([result], null)).toEqual([result])
  })

  it("makes the calls up to the first that does something", () => {
    const calls = (...of: string[]) => of.map((name) => ({ name }))
    const done = (...of: string[]) => oneAction(calls(...of), tools)
    expect(done("read", "glob", "todo")).toEqual({ made: calls("read", "glob", "todo"), left: [] })
    expect(done("read", "write", "read", "bash")).toEqual({ made: calls("read", "write"), left: calls("read", "bash") })
    expect(done("bash", "bash")).toEqual({ made: calls("bash"), left: calls("bash") })
    expect(done("fly", "read")).toEqual({ made: calls("fly", "read"), left: [] })
  })

  it("describes tools in one sentence, and their parameters by name and type", () => {
    const note = defineTool({
      name: "note",
      description: "Keeps a note. Use it often, and well.",
      schema: z.object({ description: z.string().describe("what to keep"), deep: z.object({ at: z.number() }) }),
      run: () => "kept",
    })
    const [short] = describeFor([note], { brief: true })
    expect(short).toEqual({
      name: "note",
      description: "Keeps a note.",
      parameters: {
        type: "object",
        properties: {
          description: { type: "string" },
          deep: { type: "object", properties: { at: { type: "number" } }, required: ["at"] },
        },
        required: ["description", "deep"],
      },
    })
    const [long] = describeFor([note], { brief: false })
    expect(long?.description).toContain("often")
  })
})
