import { describe, expect, it } from "vitest"
import { codes, stops } from "./log.ts"
import { list, run, say, write } from "./script.ts"
import { type Stage, stage } from "./stage.ts"
import { tasks } from "./task.ts"

const noKey = { error: { status: 401, message: "no key" } }

/** A command that writes so many files with so many lines in all: the first has most of them. */
const notes = (task: number, { files, lines }: { files: number; lines: number }) =>
  [
    `mkdir notes-${task} && cd notes-${task}`,
    `for n in $(seq ${files}); do echo line > $n.txt; done`,
    `for n in $(seq ${lines - files}); do echo line >> 1.txt; done`,
  ].join(" && ")

/** How often it was said what done means. */
const defined = async (scene: Stage) => (await scene.of("turn.started")).filter(({ data }) => data.done).length

describe("the definition of done", () => {
  it("F064 definition of done: it is in the log before the model is asked, as a draft", async () => {
    const scene = await stage({ steps: [noKey] })
    await scene.say("Create hello.txt and make sure it is there.")
    const [defined] = await scene.of("turn.started")
    const [asked] = await scene.of("model.asked")
    expect(defined?.seq).toBeLessThan(asked?.seq ?? 0)
    expect(defined?.data.done).toEqual({
      status: "draft",
      criteria: [{ id: expect.any(String), text: "Create hello.txt and make sure it is there." }],
      items: [{ id: expect.any(String), text: "Complete the requested work", state: "pending" }],
      touched: [],
      size: "small",
      confidence: "medium",
      retries: 0,
      retryBudget: 3,
    })
  })

  it("F065 definition of done resume: a resumed turn continues it, and a new input has its own, even in the same words", async () => {
    const scene = await stage({
      steps: [
        list("x Find the place", "Write hello.txt"),
        noKey,
        write("hello.txt", "hello\n"),
        list("x Find the place", "x Write hello.txt"),
        say("The file is written."),
        say("It is there already."),
      ],
    })
    await scene.say(tasks.concrete)
    expect(await stops(scene)).toEqual(["auth-failed"])
    await scene.goOn()
    expect(await stops(scene)).toEqual(["auth-failed", "completed-unverified"])
    const [first, second] = await scene.of("turn.started")
    expect(second?.data.resumes).toBe(first?.turn)
    expect(await defined(scene)).toBe(1)
    const kept = (await scene.state()).branch.done
    expect(kept).toMatchObject({ status: "in-progress", touchedCount: 1 })
    expect(kept?.items.map(({ text }) => text)).toContain("Find the place")
    await scene.say(tasks.concrete)
    expect(await defined(scene)).toBe(2)
    expect((await scene.state()).branch.done).toMatchObject({ touchedCount: 0 })
  })

  it("F066 task size: it is known by files and lines", async () => {
    const sizes = [
      { files: 1, lines: 10, size: "small" },
      { files: 3, lines: 99, size: "small" },
      { files: 4, lines: 99, size: "standard" },
      { files: 15, lines: 500, size: "large" },
    ]
    const scene = await stage({
      steps: sizes.flatMap(({ files, lines }, task) => [run(notes(task, { files, lines })), say("They are written.")]),
    })
    const seen: unknown[] = []
    for (const [task, { files, lines }] of sizes.entries()) {
      await scene.say(`Write ${files} notes into notes-${task}/.`)
      seen.push({ files, lines, size: (await scene.state()).branch.done?.size })
    }
    expect(seen).toEqual(sizes)
  })

  it("F074 pending todos: an answer with open items is sent back to them", async () => {
    const scene = await stage({
      steps: [
        list("Look at the notes", "Count them"),
        run("ls"),
        say("There are some notes."),
        list("x Look at the notes", "x Count them"),
        say("There are two notes."),
      ],
      files: { "one.md": "1\n", "two.md": "2\n" },
    })
    await scene.say("Run `ls` and count the notes.")
    const [pending] = (await scene.of("workflow.noted")).filter(
      ({ data }) => data.reasonCode === "pending_items_continue",
    )
    expect(pending?.data).toMatchObject({ kind: "completion_continue", policyStage: "definition_of_done" })
    const pushBack = scene.requests[3]?.messages.at(-1)
    expect(pushBack?.text).toMatch(/^\[PENDING WORK REMAINS\][\s\S]*- Look at the notes\n- Count them/)
    expect(await stops(scene)).toEqual(["answered"])
  })

  it("F075 open todos: an item that stays open after the question keeps the turn from being done", async () => {
    const scene = await stage({
      steps: [
        list("x Write hello.txt", "Tell Ada"),
        write("hello.txt", "hello\n"),
        say("The file is written."),
        say("It is all there."),
        say("Nothing is left to do."),
      ],
    })
    await scene.say(tasks.concrete)
    const done = (await scene.state()).branch.done
    expect(done?.items.find(({ text }) => text === "Tell Ada")?.state).toBe("pending")
    expect(done?.status).not.toBe("done")
    const [stop] = await scene.of("turn.stopped")
    expect(stop?.data).toMatchObject({
      code: "continuation-budget-exhausted",
      summary: expect.stringContaining("Tell Ada"),
      facts: { open: ["Tell Ada"] },
    })
    expect(await codes(scene)).toContain("continuation_budget_exhausted")
  })
})
