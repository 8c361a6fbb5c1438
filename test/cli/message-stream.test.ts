import { createInterface } from "node:readline"
import { describe, expect, it } from "vitest"
import { type TurnScene, turnScene } from "./run-scene.ts"

const asMessages = ["--output-format", "stream-json"]
const bothWays = ["--input-format", "stream-json", ...asMessages]

const user = (content: unknown) => JSON.stringify({ type: "user", message: { role: "user", content } })
const control = (id: string, subtype: string) =>
  JSON.stringify({ type: "control_request", request_id: id, request: { subtype } })

type Message = Record<string, unknown> & { type: string; subtype?: string; session_id?: string }

const messagesOf = (stdout: string): Message[] =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))

const look = {
  text: "I look.",
  reasoning: "What is there?",
  toolCalls: [{ id: "look-1", name: "glob", arguments: { pattern: "*.md" } }],
  usage: { input: 9, output: 3 },
}
const remove = { toolCalls: [{ id: "rm-1", name: "bash", arguments: { command: "rm -rf build" } }] }

describe("--output-format stream-json", () => {
  it("prints the conversation as messages of claude, a line for each block, and the result last", async () => {
    const { run, script, project } = turnScene()
    const model = script(look, { text: "Nothing here.", usage: { input: 20, output: 4 } })
    const { code, stdout, stderr } = await run("-p", "what is here?", "--model", model, ...asMessages)
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    const messages = messagesOf(stdout)
    const session_id = messages[0]?.session_id
    const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
    expect(new Set(messages.map((message) => message.uuid)).size).toBe(messages.length)
    const usage = (input_tokens: number, output_tokens: number) => ({
      input_tokens,
      output_tokens,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    })
    const said = (content: unknown, stop_reason: string, tokens: unknown) => ({
      type: "assistant",
      message: {
        id: expect.any(String),
        type: "message",
        role: "assistant",
        model,
        content: [content],
        stop_reason,
        stop_sequence: null,
        usage: tokens,
      },
      parent_tool_use_id: null,
      session_id,
      uuid,
    })
    const first = (content: unknown) => said(content, "tool_use", usage(9, 3))
    expect(messages).toEqual([
      {
        type: "system",
        subtype: "init",
        cwd: project,
        model,
        permissionMode: "workspace-write",
        tools: expect.arrayContaining(["read", "write", "bash"]),
        mcp_servers: [],
        slash_commands: [],
        agents: [],
        apiKeySource: "none",
        session_id: expect.any(String),
        uuid,
      },
      first({ type: "thinking", thinking: "What is there?", signature: "" }),
      first({ type: "text", text: "I look." }),
      first({ type: "tool_use", id: "look-1", name: "glob", input: { pattern: "*.md" } }),
      {
        type: "user",
        message: {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "look-1",
              content: expect.stringContaining("No file"),
              is_error: false,
            },
          ],
        },
        parent_tool_use_id: null,
        session_id,
        uuid,
      },
      said({ type: "text", text: "Nothing here." }, "end_turn", usage(20, 4)),
      {
        type: "result",
        subtype: "success",
        is_error: false,
        duration_ms: expect.any(Number),
        duration_api_ms: expect.any(Number),
        num_turns: 2,
        result: "Nothing here.",
        total_cost_usd: null,
        usage: usage(29, 7),
        permission_denials: [],
        session_id,
        uuid,
        holdfast: expect.objectContaining({ stop: "answered", exitCode: 0 }),
      },
    ])
    const ids = messages.slice(1, 4).map(({ message }) => (message as { id: string }).id)
    expect(new Set(ids).size).toBe(1)
  })

  it("says in the result what failed and what was denied", async () => {
    const { run, script } = turnScene()
    const { code, stdout } = await run("-p", "clean up", "--no-ask", "--model", script(remove), ...asMessages)
    expect(code).toBe(1)
    expect(messagesOf(stdout).at(-1)).toMatchObject({
      subtype: "error_during_execution",
      is_error: true,
      errors: ["`rm -rf build` was denied"],
      permission_denials: [{ tool_name: "bash", tool_use_id: "rm-1", tool_input: { command: "rm -rf build" } }],
    })
  })

  it.each([
    ["a limit of steps", ["--max-steps", "1"], 4, "error_max_turns", /1 step/],
    ["an answer that is waited for", [], 3, "error_during_execution", /Answer with: holdfast answer/],
  ])("has an error for %s", async (_, options, code, subtype, words) => {
    const { run, script } = turnScene()
    const steps = options.length > 0 ? [look, look] : [remove]
    const ran = await run("-p", "go", "--model", script(...steps), ...options, ...asMessages)
    expect(ran.code).toBe(code)
    const result = messagesOf(ran.stdout).at(-1)
    expect(result).toMatchObject({ type: "result", subtype, is_error: true, errors: [expect.stringMatching(words)] })
  })
})

describe("--output-format json", () => {
  it("prints the result alone, also of a session that is resumed by its id", async () => {
    const { run, script } = turnScene()
    const model = script({ text: "One." }, { text: "Two." })
    const first = JSON.parse((await run("-p", "first", "--model", model, "--output-format", "json")).stdout)
    expect(first).toMatchObject({ type: "result", subtype: "success", result: "One." })
    const again = await run("-p", "--resume", first.session_id, "second", "--output-format", "json")
    expect(JSON.parse(again.stdout)).toMatchObject({ result: "Two.", session_id: first.session_id })
  })

  it("is for one of the two dialects, and for one session", async () => {
    const { run } = turnScene()
    const both = await run("run", "go", "--json", "--output-format", "json")
    expect(both).toMatchObject({ code: 2, stdout: expect.stringContaining("cannot be combined") })
    const two = await run("run", "go", "--resume", "last", "-c")
    expect(two).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--resume and --continue cannot be combined"),
    })
  })
})

describe("--input-format stream-json", () => {
  it("runs a turn for each message, in one session, and answers control requests", async () => {
    const { runWith, script } = turnScene()
    const model = script({ text: "One." }, { text: "Two." })
    const input = [
      control("c1", "initialize"),
      user("first"),
      JSON.stringify({ type: "keep_alive" }),
      user([{ type: "text", text: "second" }]),
      control("c2", "mcp_status"),
    ]
    const { code, stdout } = await runWith(`${input.join("\n")}\n`, "-p", "--model", model, ...bothWays)
    expect(code).toBe(0)
    const messages = messagesOf(stdout)
    const results = messages.filter(({ type }) => type === "result")
    expect(results.map(({ result }) => result)).toEqual(["One.", "Two."])
    expect(new Set(messages.flatMap(({ session_id }) => session_id ?? [])).size).toBe(1)
    expect(messages.filter(({ type }) => type === "control_response").map(({ response }) => response)).toEqual([
      { subtype: "success", request_id: "c1", response: expect.any(Object) },
      { subtype: "error", request_id: "c2", error: 'The request "mcp_status" is not supported.' },
    ])
  })

  it("interrupts the running turn when asked to, and takes the next message", async () => {
    const scene = turnScene()
    const model = scene.script(
      { toolCalls: [{ name: "bash", arguments: { command: "sleep 600" } }] },
      { text: "Back again." },
    )
    const child = scene.start("-p", "--model", model, ...bothWays)
    child.stdin.write(`${user("wait")}\n`)
    const messages: Message[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const message: Message = JSON.parse(line)
      messages.push(message)
      if (messages.length === 1) await jobStarted(scene, String(message.session_id))
      if (messages.length === 1) child.stdin.write(`${control("stop", "interrupt")}\n`)
      if (message.type !== "result") continue
      if (message.is_error) child.stdin.end(`${user("and now?")}\n`)
    }
    const results = messages.filter(({ type }) => type === "result")
    expect(results).toMatchObject([
      { is_error: true, holdfast: { stop: "cancelled", exitCode: 130 } },
      { is_error: false, result: "Back again." },
    ])
  })

  it("runs what came before a line that cannot be used, and nothing after it", async () => {
    const { runWith, script } = turnScene()
    const model = script({ text: "One." }, { text: "Two." })
    const input = [user("first"), "not json", user("second"), control("c1", "initialize")]
    const { code, stdout, stderr } = await runWith(`${input.join("\n")}\n`, "-p", "--model", model, ...bothWays)
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("Line 2 of standard input") })
    const messages = messagesOf(stdout)
    expect(messages.flatMap(({ type, result }) => (type === "result" ? [result] : []))).toEqual(["One."])
    expect(messages.filter(({ type }) => type === "control_response")).toEqual([])
  })

  it.each([
    ["no JSON", "hello", "Line 1 of standard input cannot be used"],
    ["an image", user([{ type: "image", source: {} }]), "only text can be sent, not content of type `image`"],
    ["a message without content", '{"type":"user","message":{"role":"user"}}', "message.content"],
    ["nothing", "", "Missing task"],
  ])("refuses %s", async (_, line, words) => {
    const { runWith, script } = turnScene()
    const ran = await runWith(`${line}\n`, "-p", "--model", script(), ...bothWays)
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(words) })
  })

  it("needs its counterpart, and takes no task beside it", async () => {
    const { run } = turnScene()
    const one = await run("-p", "--input-format", "stream-json")
    expect(one).toMatchObject({ code: 2, stderr: expect.stringContaining("needs --output-format stream-json") })
    const task = await run("-p", "a task", ...bothWays)
    expect(task).toMatchObject({ code: 2, stderr: expect.stringContaining("comes from standard input") })
  })
})

/** Resolves when the session runs its command. */
async function jobStarted({ use }: TurnScene, session: string): Promise<void> {
  await use(async (store) => {
    for await (const item of store.follow(session, { after: 0 })) {
      if ("type" in item && item.type === "tool.started") return
    }
  })
}
