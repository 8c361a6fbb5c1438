import { type Behaviour, first, untilMentioned } from "../behaviour.ts"
import type { Habit } from "../mind.ts"
import { configTask, helloTask, modulesTask, pairTask, renameTask, sumTask } from "../tasks.ts"
import { hasFailed, rewriting, swapped } from "./modules.ts"

const list = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}. Consider step ${i + 1} of the work.`)

/** Models that talk where they should act. What they are told makes them act. */
const talkers: readonly Behaviour[] = [
  { name: "empty-answer-at-first", task: sumTask, habit: first({ text: "" }) },
  { name: "empty-answer-twice", task: helloTask, habit: first({ text: "" }, 2) },
  {
    name: "empty-answer-in-the-middle",
    task: sumTask,
    habit: ({ talk, well, next }) => (next?.do === "edit" && talk.prods === 0 ? { text: "" } : well),
  },
  {
    name: "reasoning-only-at-first",
    task: sumTask,
    habit: first({ reasoning: "The person wants the bug fixed. I should look at sum.js first." }),
  },
  {
    name: "blank-lines-at-first",
    task: helloTask,
    habit: first({ text: "\n\n  \n" }),
  },
  {
    name: "refuses-tools-at-first",
    task: helloTask,
    habit: first({ text: "I'm sorry, but as an AI language model I cannot access files or run commands." }),
  },
  {
    name: "narrates-at-first",
    task: helloTask,
    habit: first({ text: "I will now create the file hello.txt with the requested content." }),
  },
  {
    name: "narrates-twice",
    task: sumTask,
    habit: (scene) =>
      first(
        {
          text:
            scene.talk.prods === 0
              ? "Let me start by looking at sum.js to understand the bug."
              : "First, I'll read the file and then I'll correct the loop.",
        },
        2,
      )(scene),
  },
  {
    name: "shows-code-at-first",
    task: helloTask,
    habit: first({
      text: "Here is the content of the file:\n\n```text\nHello, world!\n```\n\nSave this as `hello.txt`.",
    }),
  },
  {
    name: "asks-the-user-to-do-it-at-first",
    task: sumTask,
    habit: first({
      text: "You can fix this by opening sum.js in your editor and changing `-=` to `+=`. Then run `node --test`.",
    }),
  },
  {
    name: "asks-back-at-first",
    task: helloTask,
    habit: first({ text: "Would you like me to create the file hello.txt for you?" }),
  },
  {
    name: "claims-done-at-first",
    task: helloTask,
    habit: first({ text: "Done! I have created `hello.txt` with the line `Hello, world!`." }),
  },
  {
    name: "claims-a-fix-at-first",
    task: sumTask,
    habit: first({ text: "I fixed the bug in `sum.js` and all tests pass now." }),
  },
  {
    name: "gives-up-after-looking",
    task: sumTask,
    habit: ({ talk, well, next }) =>
      next?.do === "edit" && talk.prods === 0 ? { text: "I see the bug in sum.js: it subtracts the items." } : well,
  },
  {
    name: "endless-list-at-first",
    task: helloTask,
    habit: first({ text: list(4000).join("\n"), finish: "length" }),
  },
  {
    name: "endless-repetition-at-first",
    task: helloTask,
    habit: first({ text: "I will create the file. ".repeat(3000), finish: "length" }),
  },
]

/** Forgets one of the steps until it is told what is missing. */
const forgets =
  (path: string, closing: string): Habit =>
  ({ well, next, talk }) =>
    next && "path" in next && next.path === path && talk.prods === 0 ? { text: closing } : well

/** Models that act, but not quite as they should. */
const bunglers: readonly Behaviour[] = [
  { name: "forgets-the-second-file", task: pairTask, habit: forgets("south.txt", "Created `north.txt`.") },
  {
    name: "forgets-the-second-rename",
    task: renameTask,
    habit: forgets("main.js", "Renamed `greet` to `welcome` in `greet.js`."),
  },
  {
    name: "claims-the-second-file-too",
    task: pairTask,
    habit: forgets("south.txt", "Created `north.txt` and `south.txt`."),
  },
  {
    name: "repeats-a-call-until-told",
    task: sumTask,
    habit: (scene) => {
      const { talk, doing } = scene
      const isAware = talk.exchanges.some(({ input }) => /\b(same|again|already|repeat\w*|duplicate)\b/i.test(input))
      const calls = talk.exchanges.flatMap(({ acts }) => acts).length
      return isAware || calls >= 6 ? scene.well : doing({ do: "read", path: "sum.js" })
    },
  },
  {
    name: "edits-without-looking",
    task: sumTask,
    habit: ({ task, talk, well, doing }) => {
      const [, edit] = task.steps
      return talk.exchanges.length === 0 && edit ? doing(edit) : well
    },
  },
  {
    name: "edits-with-wrong-spaces-at-first",
    task: sumTask,
    habit: misquoting((old) => old.trim().replace("-= ", "-=  ")),
  },
  { name: "edits-with-line-numbers-at-first", task: sumTask, habit: misquoting((old) => `     4\t${old}`) },
  { name: "edits-with-invented-text-at-first", task: configTask, habit: misquoting(() => '"port": 3000,') },
  {
    name: "writes-line-ends-of-windows",
    task: renameTask,
    habit: (scene) =>
      scene.next?.do === "write"
        ? scene.doing({ ...scene.next, content: scene.next.content.replaceAll("\n", "\r\n") })
        : scene.well,
  },
  {
    name: "fences-the-content-at-first",
    task: modulesTask,
    habit: (scene) => {
      const { next } = scene
      if (hasFailed(scene)) return rewriting(scene)
      return next?.do === "write" ? scene.doing({ ...next, content: `\`\`\`js\n${next.content}\`\`\`\n` }) : scene.well
    },
  },
  {
    name: "mixes-up-two-files-at-first",
    task: modulesTask,
    habit: (scene) => {
      if (hasFailed(scene)) return rewriting(scene)
      if (scene.next?.do !== "write") return scene.well
      const acts = scene.talk.exchanges.flatMap((exchange) => exchange.acts)
      const written = acts.some(({ written }) => written.includes("export const"))
      return written ? scene.doing({ do: "run", command: "node --test" }) : swapped(scene)
    },
  },
  {
    name: "answers-with-end-marks",
    task: sumTask,
    habit: ({ well }) => (well.text ? { ...well, text: `${well.text}<|im_end|>\n<|endoftext|>` } : well),
  },
  {
    name: "says-stop-after-a-call",
    task: sumTask,
    habit: ({ well }) => ({ ...well, finish: "stop" }),
  },
]

/** Quotes what is to be replaced wrongly, until a result says what is there. */
function misquoting(wrong: (old: string) => string): Habit {
  return (scene) => {
    const { next, talk } = scene
    if (next?.do !== "edit") return scene.well
    const mark = "+= item"
    const tried = talk.exchanges.some(({ acts }) =>
      acts.some(({ written }) => written.includes(mark) || written.includes("retries")),
    )
    return tried ? scene.well : scene.doing({ ...next, old: wrong(next.old) })
  }
}

export const conductBehaviours: readonly Behaviour[] = [
  ...talkers,
  ...bunglers,
  {
    name: "single-item-for-a-list",
    task: helloTask,
    habit: (scene) => {
      const list = scene.talk.tools.find(({ properties }) => properties.items?.type === "array")
      if (!list || scene.talk.exchanges.length > 0) return scene.well
      return { calls: [{ name: list.name, arguments: JSON.stringify({ items: { text: "Create hello.txt" } }) }] }
    },
  },
  {
    name: "reads-what-is-not-there",
    task: helloTask,
    habit: untilMentioned(/./s, ({ doing }) => doing({ do: "read", path: "hello.txt" })),
  },
]
