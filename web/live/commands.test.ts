import { describe, expect, it } from "vitest"
import { type Command, type CommandContext, commands, offered, register, slashIn, slashMatches } from "./commands.ts"

const nowhere: CommandContext = { session: null, row: undefined, state: undefined, argument: "" }
const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  name: id,
  group: "page",
  run: () => undefined,
  ...more,
})
const names = (all: readonly Command[]) => all.map(({ id }) => id)

describe("the table of commands", () => {
  it("offers only what can be done here", () => {
    const all = [command("always"), command("in-session", { when: ({ session }) => session !== null })]
    expect(names(offered(all, nowhere))).toEqual(["always"])
    expect(names(offered(all, { ...nowhere, session: "a" }))).toEqual(["always", "in-session"])
  })

  it("lets a later command take the place of one with its id, and takes it out again", () => {
    const leaveFirst = register([command("one", { name: "first" })])
    const leaveSecond = register([command("one", { name: "second" }), command("two")])
    expect(commands.get().map(({ name }) => name)).toEqual(["second", "two"])
    leaveFirst()
    expect(commands.get().map(({ name }) => name)).toEqual(["second", "two"])
    leaveSecond()
    expect(commands.get()).toEqual([])
  })
})

describe("slash commands", () => {
  const all = [
    command("recompact", { slash: { name: "recompact" } }),
    command("compact", { slash: { name: "compact", argument: "what matters" } }),
    command("settings"),
  ]

  it("are found by how they begin, then by what they hold", () => {
    expect(names(slashMatches(all, "comp"))).toEqual(["compact", "recompact"])
    expect(names(slashMatches(all, ""))).toEqual(["recompact", "compact"])
    expect(slashMatches(all, "x")).toEqual([])
  })

  it("take the rest of the message as their argument", () => {
    expect(slashIn(all, "/compact the tests\nand the docs")).toEqual({
      command: all[1],
      argument: "the tests\nand the docs",
    })
    expect(slashIn(all, " /COMPACT ")).toEqual({ command: all[1], argument: "" })
  })

  it("leave a message alone that only looks like one", () => {
    expect(slashIn(all, "/usr/bin is missing")).toBeNull()
    expect(slashIn(all, "/unknown")).toBeNull()
    expect(slashIn(all, "run /compact")).toBeNull()
    expect(slashIn(all, "/recompact what was left of the helper")).toBeNull()
    expect(slashIn(all, "/recompact")).toEqual({ command: all[0], argument: "" })
  })
})
