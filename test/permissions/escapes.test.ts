import { afterAll, describe, expect, it } from "vitest"
import { box } from "./box.ts"
import { beyondReading, beyondWorkspace, onlyForASandbox } from "./escapes.ts"
import { everydayReading, everydayWork } from "./everyday.ts"

const { base, decide, remove } = box()
const outcome = async (command: string, mode: "read-only" | "workspace-write") => {
  const { outcome, reason } = await decide(command.replaceAll("BOX", base), mode)
  return { outcome, reason }
}

afterAll(remove)

describe("a command that reaches further than its mode", () => {
  it.each([...beyondReading, ...beyondWorkspace, ...onlyForASandbox])(
    "is not allowed in read-only: %j",
    async (command) => {
      expect(await outcome(command, "read-only")).not.toMatchObject({ outcome: "allow" })
    },
  )

  it.each([...beyondReading, ...beyondWorkspace])("asks in workspace-write: %j", async (command) => {
    expect(await outcome(command, "workspace-write")).not.toMatchObject({ outcome: "allow" })
  })
})

describe("an ordinary command", () => {
  it.each(everydayReading)("runs in read-only: %j", async (command) => {
    expect(await outcome(command, "read-only")).toMatchObject({ outcome: "allow" })
  })

  it.each([...everydayReading, ...everydayWork])("runs in workspace-write: %j", async (command) => {
    expect(await outcome(command, "workspace-write")).toMatchObject({ outcome: "allow" })
  })
})
