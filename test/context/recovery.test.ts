import { describe, expect, it } from "vitest"
import type { Model, Profile, ScriptStep } from "../../src/index.ts"
import { codes, stops } from "../workflow/rows/log.ts"
import { calls, read, run, say, write } from "../workflow/rows/script.ts"
import { type Stage, stage } from "../workflow/rows/stage.ts"

const task = "Create hello.txt in the workspace root."
const lastMessage = ({ requests }: Stage, request: number) => requests[request]?.messages.at(-1)?.text ?? ""
const called = async (scene: Stage) => (await scene.of("tool.called")).map(({ data }) => data)
const codesAfter = async (scene: Stage) => (await codes(scene)).slice(1)

/** A call that the length limit cuts off. */
const cutOff = (...lines: string[]): ScriptStep => ({
  toolCalls: [{ name: "write", arguments: `{"path": "poem.txt", "content": "${lines.join("\\n")}` }],
  finish: "length",
})

describe("a call that the length limit cut off", () => {
  const poem = "Write a poem into poem.txt."

  it("is never made; the model is told how far it came, and writes in parts", async () => {
    const scene = await stage({
      steps: [
        cutOff("one", "two", "and then the sea"),
        write("poem.txt", "one\ntwo\n"),
        calls({ name: "write", arguments: { path: "poem.txt", content: "three\n", append: true } }),
        say("The poem is in poem.txt."),
      ],
    })
    await scene.say(poem)
    const [answer] = await scene.of("model.answered")
    expect(answer?.data).toMatchObject({ text: "", finish: "length", cut: ["write"] })
    expect(lastMessage(scene, 1)).toMatch(
      /^\[CALL CUT OFF\] The length limit cut off your call of write\. It was not made[\s\S]*about 3 lines far[\s\S]*and then the sea\n.*"append": true/,
    )
    expect((await called(scene)).map(({ arguments: given }) => given.content)).not.toContain(
      "one\ntwo\nand then the sea",
    )
    expect(scene.text("poem.txt")).toBe("one\ntwo\nthree\n")
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("is told of when the whole calls beside it have their outcome", async () => {
    const scene = await stage({
      files: { "a.txt": "apple\n" },
      steps: [
        { toolCalls: [...(read("a.txt").toolCalls ?? []), ...(cutOff("one").toolCalls ?? [])], finish: "length" },
        write("poem.txt", "one\n"),
        say("The poem is in poem.txt."),
      ],
    })
    await scene.say(poem)
    expect(scene.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: "tool", name: "read" },
      { role: "user", text: expect.stringContaining("[CALL CUT OFF]") },
    ])
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })

  it("ends the turn when it happens again and again, with nothing written", async () => {
    const scene = await stage({ steps: ["one", "two", "three", "four", "five"].map((word) => cutOff(word)) })
    await scene.say(poem)
    expect(await codesAfter(scene)).toEqual([
      ...Array.from({ length: 3 }, () => "cut_call_retry"),
      "cut_call_retry_exhausted",
    ])
    expect(await stops(scene)).toEqual(["provider-failed"])
    expect(scene.text("poem.txt")).toBeNull()
  })
})

describe("calls and answers that go round", () => {
  it("are told of when the same call has the same result, before the turn stops for it", async () => {
    const scene = await stage({
      files: { "a.txt": "apple\n" },
      steps: [read("a.txt"), read("a.txt"), say("There is an apple in it.")],
    })
    await scene.say("What is in a.txt?")
    expect(lastMessage(scene, 2)).toMatch(/^\[REPEATED CALL\]/)
    expect(await codesAfter(scene)).toEqual(["repeated_call_notice", "completion_response_accepted"])
  })

  it("end in a tool loop where that does not help", async () => {
    const scene = await stage({ files: { "a.txt": "apple\n" }, steps: Array.from({ length: 9 }, () => read("a.txt")) })
    await scene.say("What is in a.txt?")
    expect(scene.requests).toHaveLength(4)
    expect(await stops(scene)).toEqual(["tool-loop"])
  })

  it("are cut off where a list has no end, and the model is told", async () => {
    const list = Array.from({ length: 900 }, (_, index) => `${index + 1}. Check the file again.\n`).join("")
    const scene = await stage({
      steps: [{ text: `My plan:\n${list}`, chunkChars: 40 }, write("hello.txt", "hello\n"), say("hello.txt is there.")],
    })
    await scene.say(task)
    const [answer] = await scene.of("model.answered")
    expect(answer?.data.finish).toBe("endless-list")
    expect(answer?.data.text.length).toBeLessThan(3_000)
    expect(lastMessage(scene, 1)).toMatch(/^\[ENDLESS ANSWER\]/)
    expect(await stops(scene)).toEqual(["completed-unverified"])
  })
})

describe("a path with a root that is made up", () => {
  it("is taken for the one in the workspace, and the log says so", async () => {
    const scene = await stage({
      files: { "src/a.txt": "apple\n" },
      steps: [
        read("/src/a.txt"),
        write("/workspace-that-is-not-there/hello.txt", "no\n"),
        write("/path/to/project/hello.txt", "hello\n"),
        run("cat hello.txt"),
        say("hello.txt is there."),
      ],
      permissionMode: "workspace-write",
      noAsk: true,
    })
    await scene.say(task)
    const [first, second, third] = await called(scene)
    expect(first).toMatchObject({ arguments: { path: "src/a.txt" }, repaired: ["path: took /src/a.txt for src/a.txt"] })
    expect(second).not.toHaveProperty("repaired")
    expect(third?.arguments.path).toBe("hello.txt")
    expect((await scene.of("tool.finished")).slice(0, 3).map(({ data }) => data.status)).toEqual(["ok", "denied", "ok"])
    expect(scene.text("hello.txt")).toBe("hello\n")
  })
})

describe("a weak model", () => {
  const weak: Profile = { toolFormat: "native", strength: "weak", strictness: "lax", source: "set" }
  const weakly = (model: Model): Model => ({ ...model, profile: weak })

  it("does one thing at a time, and is told what was not done", async () => {
    const scene = await stage({
      files: { "a.txt": "apple\n" },
      steps: [
        calls(
          { name: "read", arguments: { path: "a.txt" } },
          { name: "write", arguments: { path: "hello.txt", content: "hello\n" } },
          { name: "write", arguments: { path: "more.txt", content: "more\n" } },
          { name: "bash", arguments: { command: "rm a.txt" } },
        ),
        say("hello.txt is there."),
      ],
      as: weakly,
    })
    await scene.say(task)
    expect([scene.text("hello.txt"), scene.text("more.txt"), scene.text("a.txt")]).toEqual(["hello\n", null, "apple\n"])
    const results = (await scene.of("tool.finished")).slice(0, 4).map(({ data }) => data.status)
    expect(results.toSorted()).toEqual(["ok", "ok", "skipped", "skipped"])
    const skipped = scene.requests[1]?.messages.filter(
      ({ role, text }) => role === "tool" && text.startsWith("Not done"),
    )
    expect(skipped).toHaveLength(2)
  })
})
