import { describe, expect, it } from "vitest"
import { movesIn, transcript } from "../../../src/index.ts"
import { codes, stops } from "../../workflow/rows/log.ts"
import { calls, read, say, write } from "../../workflow/rows/script.ts"
import { type Stage, stage } from "../../workflow/rows/stage.ts"

const task = "Create hello.txt in the workspace root."
const hello = { path: "hello.txt", content: "hello\n" }

const lastMessage = ({ requests }: Stage, request: number) => requests[request]?.messages.at(-1)?.text ?? ""
const called = async (scene: Stage) => (await scene.of("tool.called")).map(({ data }) => data)
const repairs = async (scene: Stage) => (await codes(scene)).filter((code) => /retry|raw_text|notice/.test(code))

describe("answers that hold nothing", () => {
  it("F085 empty response: two are asked for again, the third ends the turn and says so", async () => {
    const scene = await stage({ steps: [say(""), say("   "), say("")] })
    await scene.say(task)
    expect(scene.requests).toHaveLength(3)
    expect([1, 2].map((request) => lastMessage(scene, request).split("\n")[0])).toEqual([
      "[EMPTY ASSISTANT RESPONSE] Your last answer held nothing (retry 1 of 2).",
      "[EMPTY ASSISTANT RESPONSE] Your last answer held nothing (retry 2 of 2).",
    ])
    expect(lastMessage(scene, 1)).toContain(`Task: ${task}`)
    const notes = (await scene.of("workflow.noted")).map(({ data }) => [data.kind, data.reasonCode])
    expect(notes).toEqual([
      ["repair_retry", "empty_response_retry"],
      ["repair_retry", "empty_response_retry"],
      ["repair_fail", "empty_response_retry_exhausted"],
    ])
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "provider-empty", summary: expect.stringContaining("without text") })
  })

  it("F085 empty response: nothing but thoughts is nothing, and work goes on after it", async () => {
    const scene = await stage({
      steps: [say("<think>I should write the file.</think>"), write(hello.path, hello.content), say("It is there.")],
    })
    await scene.say(task)
    expect(await repairs(scene)).toEqual(["empty_response_retry"])
    expect(scene.text("hello.txt")).toBe("hello\n")
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F086 empty text and a tool call: the call is made", async () => {
    const scene = await stage({ steps: [{ text: "", ...write(hello.path, hello.content) }, say("It is there.")] })
    await scene.say(task)
    expect(scene.text("hello.txt")).toBe("hello\n")
    expect(await repairs(scene)).toEqual([])
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })
})

describe("calls that are written as text", () => {
  it("F087 raw JSON call: it is made, and no part of the answer", async () => {
    const json = JSON.stringify({ name: "write", arguments: hello })
    const scene = await stage({ steps: [{ text: json, chunkChars: 5 }, say("It is there.")] })
    await scene.say(task)
    expect(scene.text("hello.txt")).toBe("hello\n")
    expect(await called(scene)).toEqual([
      expect.objectContaining({
        name: "write",
        arguments: hello,
        repaired: [expect.stringMatching(/^written as text: /)],
      }),
    ])
    const [answer] = await scene.of("model.answered")
    expect(answer?.data).toMatchObject({ text: "", calls: [{ name: "write" }] })
    const note = (await scene.of("workflow.noted")).find(({ data }) => data.reasonCode === "raw_text_tool_recovered")
    expect(note?.data).toMatchObject({ kind: "repair_retry", mode: "execute" })
    expect(note?.data).not.toHaveProperty("message")
    const moves = movesIn(await scene.events()).map(({ from, to, kind }) => `${from} ${to} ${kind}`)
    expect(moves.slice(1, 4)).toEqual(["prepare assistant normal", "assistant repair reroute", "repair tools normal"])
  })

  it.each([
    ["a bracket", `[calls Write tool with: path="hello.txt", content="hello"]`],
    ["a tag", `<tool_call>{"name": "WRITE", "arguments": {"path": "hello.txt", "content": "hello"}}</tool_call>`],
    [
      "a function",
      "<function=Write><parameter=path>hello.txt</parameter><parameter=content>hello</parameter></function>",
    ],
  ])("F088 bracket and tag calls: %s is read, whatever the case of its name", async (_, text) => {
    const scene = await stage({ steps: [{ text: `I write it.\n\n${text}`, chunkChars: 7 }, say("It is there.")] })
    await scene.say(task)
    expect(scene.text("hello.txt")?.trim()).toBe("hello")
    expect((await scene.of("model.answered"))[0]?.data.text.trim()).toBe("I write it.")
    expect((await called(scene))[0]?.name).toBe("write")
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("F088 calls in several answers have ids that differ", async () => {
    const call = (path: string) =>
      say(`<tool_call>{"name": "write", "arguments": {"path": "${path}", "content": "x"}}</tool_call>`)
    const scene = await stage({ steps: [call("a.txt"), call("b.txt"), say("Both are there.")] })
    await scene.say("Create a.txt and b.txt.")
    const ids = (await called(scene)).map(({ call }) => call)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("F089 raw call budget: the fourth answer with a call that cannot be read ends the turn", async () => {
    const scene = await stage({
      steps: ["one", "two", "three", "four", "five"].map((word) => say(`<tool_call>\n${word}: write hello.txt`)),
    })
    await scene.say(task)
    expect(scene.requests).toHaveLength(4)
    expect(lastMessage(scene, 1)).toContain("[UNREADABLE CALL]")
    expect(await repairs(scene)).toEqual([
      ...Array.from({ length: 3 }, () => "unreadable_call_retry"),
      "raw_text_tool_recovery_exhausted",
    ])
    expect(await stops(scene)).toEqual(["tool-errors"])
    expect(scene.text("hello.txt")).toBeNull()
  })
})

describe("calls and what comes of them", () => {
  it("F090 multi-tool turn: two calls of one answer run in order and have two results", async () => {
    const scene = await stage({
      steps: [
        calls({ name: "write", arguments: hello }, { name: "bash", arguments: { command: "cat hello.txt" } }),
        say("It is there, and says hello."),
      ],
    })
    await scene.say(task)
    const results = scene.requests[1]?.messages.filter(({ role }) => role === "tool")
    expect(results).toMatchObject([
      { name: "write", text: expect.stringContaining("Created hello.txt") },
      { name: "bash", text: expect.stringContaining("hello") },
    ])
  })

  it("F091 error recovery: failing tools bring a word on what to do, until the limit is reached", async () => {
    const scene = await stage({
      steps: [1, 2, 3, 4, 5].map((number) => read(`missing-${number}.txt`)),
      limits: { toolErrors: 4 },
    })
    await scene.say("Fix the typo in the notes.")
    const [first] = scene.requests[1]?.messages.filter(({ role }) => role === "tool") ?? []
    expect(first?.text).toMatch(/missing-1\.txt does not exist\. .*glob/)
    expect(lastMessage(scene, 2)).toMatch(/^\[TOOL FAILURE\] [\s\S]*1\. Read the errors[\s\S]*3\. Try another way/)
    expect(await repairs(scene)).toEqual(["tool_errors_retry"])
    expect(scene.requests).toHaveLength(4)
    expect(await stops(scene)).toEqual(["tool-errors"])
  })

  it("F092 three errors halt: at a limit of three, three in a row end the turn", async () => {
    const scene = await stage({
      steps: [1, 2, 3, 4].map((number) => read(`missing-${number}.txt`)),
      limits: { toolErrors: 3 },
    })
    await scene.say("Fix the typo in the notes.")
    expect(scene.requests).toHaveLength(3)
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "tool-errors", summary: "3 tool calls in a row failed" })
  })

  it.each(["file", "filepath", "filePath", "path", "file_path"])(
    "F108 argument aliases: %s is the path",
    async (name) => {
      const scene = await stage({
        files: { "a.txt": "apple\n" },
        steps: [calls({ name: "read", arguments: { [name]: "a.txt" } })],
      })
      await scene.say("What is in a.txt?")
      const [call] = await called(scene)
      expect(call?.arguments).toEqual({ path: "a.txt" })
      expect(call?.repaired).toEqual(name === "path" ? undefined : [`${name}: took it for path`])
      expect((await scene.of("tool.finished"))[0]?.data).toMatchObject({ status: "ok" })
    },
  )

  it.each(["directory", "dir", "path"])("F108 argument aliases: %s is where to look", async (name) => {
    const scene = await stage({
      files: { "src/a.ts": "" },
      steps: [calls({ name: "glob", arguments: { pattern: "*.ts", [name]: "src" } })],
    })
    await scene.say("Which sources are there?")
    expect((await called(scene))[0]?.arguments).toEqual({ pattern: "*.ts", path: "src" })
  })
})

describe("plain answers", () => {
  it("F121 answer fidelity: code blocks are shown as they are", async () => {
    const answer = [
      "Use it like this:",
      "",
      "```ts",
      'const call = { name: "greet", arguments: { to: "you" } }',
      "if (a < b) { run([1, 2]) }  // <function> [x]",
      "```",
      "",
      "    indented <b>code</b>",
      "",
      'And `<tool_call>` is a mark, as in `{"name": "read"}`.',
    ].join("\n")
    const scene = await stage({ steps: [{ text: answer, chunkChars: 3 }] })
    await scene.say("How do I greet somebody?")
    expect((await scene.of("model.answered"))[0]?.data.text).toBe(answer)
    expect(await called(scene)).toEqual([])
    const shown = transcript(await scene.events())
    expect(JSON.stringify(shown)).toContain(JSON.stringify(answer).slice(1, -1))
    expect(await stops(scene)).toEqual(["answered"])
  })

  it("F122 small talk: a greeting is answered at once and without tools", async () => {
    const scene = await stage({ steps: [say("Hello! What shall we do?")] })
    await scene.say("hello there")
    expect(scene.requests).toHaveLength(1)
    expect(await called(scene)).toEqual([])
    expect((await codes(scene)).at(-1)).toBe("completion_response_accepted")
    expect(await stops(scene)).toEqual(["answered"])
  })

  it("F122 small talk: what asks for something is a task", async () => {
    const scene = await stage({
      files: { "x.ts": "export const x = 1\n" },
      steps: [say("I could not.")],
    })
    await scene.say("help me refactor x.ts")
    expect((await scene.state()).branch.done).toMatchObject({ task: "help me refactor x.ts" })
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({ code: "answered", summary: "No file was changed and no command was run" })
  })
})
