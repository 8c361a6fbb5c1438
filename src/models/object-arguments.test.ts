import { describe, expect, it } from "vitest"
import { withTextArguments } from "./object-arguments.ts"

const event = (given: unknown) =>
  `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { name: "read", arguments: given } }] } }] })}`

describe("arguments that a server sends", () => {
  it("as an object become text", () => {
    expect(withTextArguments(event({ path: 'a"b', n: { m: [1] } }))).toBe(
      `${event('{"path":"a\\"b","n":{"m":[1]}}')}\n\n`,
    )
  })

  it.each([
    ["as text", event('{"path":"a"}')],
    ["as text that speaks of them", event('{"content":"\\"arguments\\": {}"}')],
    ["as nothing", event(null)],
    ["in another place", `data: ${JSON.stringify({ error: { arguments: {} } })}`],
    ["in half an event", event({}).slice(0, -2)],
  ])("%s stay as they are", (_, written) => {
    expect(withTextArguments(written)).toBeNull()
  })
})
