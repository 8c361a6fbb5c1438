import { afterEach, describe, expect, it } from "vitest"
import type { Behaviour } from "../../bench/zoo/behaviour.ts"
import { startZooServer } from "../../bench/zoo/server.ts"
import { helloTask } from "../../bench/zoo/tasks.ts"
import { chosen } from "../../bench/zoo/zoo.ts"

const sound: Behaviour = { name: "sound", task: helloTask, habit: ({ well }) => well }

const closing: (() => Promise<void>)[] = []
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))

/** Asks the server as an agent would that has one tool. */
async function asking(behaviour: Behaviour) {
  const server = await startZooServer(behaviour, { workspace: "/shop", model: "small" })
  closing.push(server.close)
  return async (messages: readonly unknown[], tool?: { name: string; properties: Record<string, unknown> }) => {
    const tools = tool && [
      {
        function: {
          name: tool.name,
          parameters: { properties: tool.properties, required: Object.keys(tool.properties) },
        },
      },
    ]
    const body = JSON.stringify({ model: "small", messages, ...(tools ? { tools } : {}) })
    const response = await fetch(`${server.url}/v1/chat/completions`, { method: "POST", body })
    const { choices } = (await response.json()) as { choices: { message: unknown }[] }
    return choices[0]?.message
  }
}

const task = { role: "user", content: helloTask.words }
const write = { name: "write", properties: { path: {}, content: {} } }
const called = (name: string, given: unknown) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id: "call_0_0", type: "function", function: { name, arguments: JSON.stringify(given) } }],
})
const hello = { path: "hello.txt", content: "Hello, world!\n" }

describe("a server of the zoo", () => {
  it("says the same to the same request", async () => {
    const ask = await asking(sound)
    expect(await ask([task], write)).toEqual(await ask([task], write))
  })

  it("takes the tools that it is offered, with all that they insist on", async () => {
    const ask = await asking(sound)
    const other = {
      name: "write_file",
      properties: { file_path: { description: "an absolute path" }, content: {}, is_background: { type: "boolean" } },
    }
    const given = { file_path: "/shop/hello.txt", content: "Hello, world!\n", is_background: false }
    expect(await ask([task], other)).toEqual(called("write_file", given))
  })

  it("makes the call that the instructions ask for where no tools are declared", async () => {
    const ask = await asking(sound)
    const instructions = { role: "system", content: "Write <tool_call>{…}</tool_call>" }
    expect(await ask([instructions, task])).toEqual({
      role: "assistant",
      content: `<tool_call>\n{"name": "write", "arguments": ${JSON.stringify(hello)}}\n</tool_call>`,
    })
  })

  it("goes on when a result says that it worked, and tries again when it says that it did not", async () => {
    const ask = await asking(sound)
    const answerTo = (content: string) =>
      ask([task, called("write", hello), { role: "tool", tool_call_id: "call_0_0", content }], write)
    expect(await answerTo("Wrote hello.txt")).toEqual({ role: "assistant", content: helloTask.closing })
    expect(await answerTo("Error: the path is missing")).toMatchObject({
      tool_calls: [{ function: { name: "write", arguments: JSON.stringify(hello) } }],
    })
  })

  it("ends a slip of conduct when it is told something", async () => {
    const [behaviour = sound] = chosen(["claims-done-at-first"])
    const ask = await asking(behaviour)
    const claim = await ask([task], write)
    expect(claim).toEqual({ role: "assistant", content: expect.stringMatching(/^Done!/) })
    const answerTo = { role: "user", content: "hello.txt is not there" }
    expect(await ask([task, claim, answerTo], write)).toMatchObject({
      tool_calls: [{ function: { name: "write", arguments: JSON.stringify(hello) } }],
    })
  })
})
