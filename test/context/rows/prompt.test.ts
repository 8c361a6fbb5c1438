import { describe, expect, it } from "vitest"
import { eventsOf, run, scene } from "../../agent/scene.ts"
import { scene as cliScene, driveTurn, openSession } from "../../cli/scene.ts"
import { turned, write } from "../../cli/turned.ts"
import { question, say, write as writes } from "../../workflow/rows/script.ts"
import { stage } from "../../workflow/rows/stage.ts"
import { bounded, router, routerBrief, routerPlan, tasks } from "../../workflow/rows/task.ts"
import { listening, profile } from "../listening.ts"

const count = { toolCalls: [{ name: "glob", arguments: { pattern: "*" } }] }

describe("the prompt", () => {
  it("F028 few-shots: only for models that call in text, and only while the session has at most two messages", async () => {
    const tagged = listening([count, { text: "Done." }], { profile: profile({ toolFormat: "tagged" }) })
    await run(await scene({ model: tagged.model }))
    const [first, second] = tagged.requests.map(({ messages }) => messages)
    expect(first?.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant", "user"])
    expect(first?.[1]).toMatchObject({ calls: [{ name: "write", arguments: { path: "hello.py" } }] })
    expect(second?.map(({ role }) => role)).toEqual(["user", "assistant", "tool"])
    const native = listening([{ text: "Done." }])
    await run(await scene({ model: native.model }))
    expect(native.requests[0]?.messages).toHaveLength(1)
  })

  it("F029 prompt snapshot: two that differ are kept in order, an identical one is not added", async () => {
    const { model, requests } = listening([count, count, { text: "One." }, { text: "Two." }])
    const played = await scene({ model })
    await run(played, "What is one?")
    await run(played, "What is two?")
    expect(requests).toHaveLength(4)
    const { prompts } = (await played.store.state(played.session)).branch
    expect(prompts.map(({ task }) => task)).toEqual(["What is one?", "What is two?"])
    expect(await eventsOf(played, "prompt.built")).toHaveLength(2)
    const stored = await Promise.all(
      prompts.map(async ({ sections }) => Promise.all(sections.map(({ blob }) => played.store.blob(blob)))),
    )
    expect(stored.map((parts) => parts.map((bytes) => Buffer.from(bytes).toString()).join("\n\n"))).toEqual([
      requests[0]?.instructions,
      requests[3]?.instructions,
    ])
  })

  it("F030 prompt history cap: the 17th that differs drops the oldest from the view, not from the log", async () => {
    const played = await scene({ model: [] })
    for (let n = 1; n <= 17; n++) await run(played, `What is ${n}?`)
    const { prompts } = (await played.store.state(played.session)).branch
    expect(prompts.map(({ task }) => task)).toEqual(Array.from({ length: 16 }, (_, n) => `What is ${n + 2}?`))
    expect(await eventsOf(played, "prompt.built")).toHaveLength(17)
  })

  it("F031 prompt sections: the stable ones first, then the dynamic ones in order; in text the call format", async () => {
    const native = await stage({ steps: [], files: { "package.json": "{}", "AGENTS.md": "Use tabs.\n" } })
    await native.say("What is this?")
    const [built] = await native.of("prompt.built")
    expect(built?.data.sections.map(({ name }) => name)).toEqual([
      "introduction",
      "tools",
      "rules",
      "project-instructions",
      "project-context",
      "runtime",
      "workflow",
      "mode-guidance",
    ])
    expect(built?.data).toMatchObject({ format: "native", stable: 5 })
    const instructions = native.requests[0]?.instructions ?? ""
    const headings = ["# Dynamic Runtime Context", "## Runtime", "## Workflow", "## Execute Mode"]
    expect(instructions.match(/^#.*$/gm)?.slice(-4)).toEqual(headings)
    expect(instructions).not.toContain("<tool_call>")

    const tagged = listening([], { profile: profile({ toolFormat: "tagged" }) })
    const played = await scene({ model: tagged.model })
    await run(played)
    const asked = tagged.requests[0]
    expect(asked?.toolFormat).toBe("tagged")
    expect(asked?.instructions).toMatch(/^## Tool Call Format$[^#]*<tool_call>\n\{"name":/m)
    expect(asked?.instructions).toMatch(/^- read: .*\n {2}- path \(string, required\)/m)
    expect((await eventsOf(played, "prompt.built"))[0]?.data.sections.map(({ name }) => name)).toContain(
      "tool-call-format",
    )
  })

  it("F032 mode guidance: a request of each mode has its heading, and verifying asks nobody but shows it", async () => {
    const clarified = await stage({
      mode: "clarify",
      limits: { steps: 3 },
      steps: [question("Where to?"), routerBrief({ touchpoints: ["router.md"], criteria: ["it is there"] })],
    })
    await clarified.say(tasks.complex)
    await clarified.reply(bounded)
    const planned = await stage({ mode: "plan", steps: [routerPlan, writes("router.md", router), say("Written.")] })
    await planned.say(tasks.complex)
    await planned.decide("approve")
    const headings = [...clarified.requests.slice(0, 2), ...planned.requests.slice(0, 2)].map(
      ({ purpose, instructions }) => [purpose, instructions.match(/^## (?:\w+) Mode$/gm)],
    )
    expect(headings).toEqual([
      ["clarify", ["## Clarify Mode"]],
      ["clarify", ["## Clarify Mode"]],
      ["plan", ["## Plan Mode"]],
      ["turn", ["## Execute Mode"]],
    ])

    const here = cliScene()
    await turned(here, [write("a.mjs", "export const one = 1\n"), { text: "Done." }])
    expect((await here.run("prompt", "show", "last")).stdout).toMatch(/^## Verify Mode$/m)
  })

  it("F033 prompt freshness: a second task in the same mode shows the new current task", async () => {
    const { model, requests } = listening([])
    const played = await scene({ model })
    await run(played, "What is one?")
    await run(played, "What is two?")
    expect(requests.map(({ instructions }) => instructions.match(/^Current task: .*$/gm))).toEqual([
      ["Current task: What is one?"],
      ["Current task: What is two?"],
    ])
  })
})

describe("the prompt on the command line", () => {
  it("F034 prompt show: renders it with no call of a model, and writes nothing", async () => {
    const here = cliScene()
    await here.use((store) => openSession(store, here.project, "Mend the login"))
    const seqs = () =>
      here.use(async (store) => (await store.list({})).items.map(({ seq, updatedAt }) => [seq, updatedAt]))
    const before = await seqs()
    const { code, stdout } = await here.run("prompt", "show")
    expect(code).toBe(0)
    expect(stdout).toContain("No model was asked.")
    expect(stdout).toMatch(/^\[introduction\] stable, \d+ B, about \d+ tokens$/m)
    expect(stdout).toMatch(/^\[workflow\] dynamic, /m)
    const shown = (await here.json("prompt", "show", "--format", "tagged")) as {
      bytes: number
      sections: { text: string }[]
    }
    expect(shown).toMatchObject({ format: "tagged", mode: "execute", sent: null })
    expect(shown.bytes).toBe(Buffer.byteLength(shown.sections.map(({ text }) => text).join("\n\n")))
    expect(await seqs()).toEqual(before)
  })

  it("F035 prompt diff: tells the change of mode and a unified diff of the last two", async () => {
    const here = cliScene()
    const id = await here.use(async (store) => {
      const session = await openSession(store, here.project, "Build it")
      const put = (text: string) => store.putBlob(Buffer.from(text), "text/markdown")
      const [rules, plan, execute] = await Promise.all(["Be kind.\n", "Mode: plan\n", "Mode: execute\n"].map(put))
      if (!rules || !plan || !execute) throw new TypeError("all were put")
      const built = (mode: "plan" | "execute", workflow: typeof plan) => ({
        type: "prompt.built" as const,
        data: {
          format: "native",
          mode,
          stable: 1,
          sections: [
            { name: "rules", body: rules },
            { name: "workflow", body: workflow },
          ],
        },
      })
      await driveTurn(store, session, (turn) => [
        { ...built("plan", plan), turn },
        { ...built("execute", execute), turn },
      ])
      return session
    })
    const { code, stdout } = await here.run("prompt", "diff", id)
    expect(code).toBe(0)
    expect(stdout).toContain("- Workflow mode changed: plan → execute\n- Stable part unchanged: 1 section\n")
    expect(stdout).toMatch(
      /^\[workflow\] changed \(\+1 -1\): the mode of the workflow\n@@ .*\n-Mode: plan\n\+Mode: execute$/m,
    )
    expect(stdout).not.toContain("[rules]")
    expect(await here.json("prompt", "diff", id)).toMatchObject({
      session: id,
      highlights: ["Workflow mode changed: plan → execute", "Stable part unchanged: 1 section"],
      sections: [{ name: "workflow", change: "changed", added: 1, removed: 1 }],
    })
  })
})
