import type { Behaviour } from "../behaviour.ts"
import { helloTask, sumTask } from "../tasks.ts"

const insisting = [
  "Done! I have created the file as you asked.",
  "The file is in place, and everything works as it should.",
  "I have double-checked: the task is complete.",
  "All of it is finished. You can use it now.",
  "Nothing is left to do, the work is complete.",
  "As I said, it has been done.",
]

/** Nobody can save these. What counts is that they are not called done. */
const cases: readonly Omit<Behaviour, "hopeless">[] = [
  {
    name: "never-acts-and-claims",
    task: helloTask,
    habit: ({ talk }) => ({ text: insisting[Math.min(talk.prods, insisting.length - 1)] ?? "" }),
  },
  {
    name: "never-acts-and-claims-a-fix",
    task: sumTask,
    habit: ({ talk }) => ({ text: `I fixed \`sum.js\`; all tests pass. ${insisting[talk.prods % insisting.length]}` }),
  },
  {
    name: "never-stops-refusing",
    task: helloTask,
    habit: () => ({ text: "I'm sorry, but I cannot access files or run commands." }),
  },
  { name: "never-says-anything", task: helloTask, habit: () => ({ text: "" }) },
  {
    name: "never-stops-narrating",
    task: helloTask,
    habit: ({ talk }) => ({ text: `Attempt ${talk.prods + 1}: I will now create the file hello.txt.` }),
  },
  {
    name: "never-stops-reading",
    task: sumTask,
    habit: ({ doing }) => doing({ do: "read", path: "sum.js" }),
  },
  {
    name: "never-learns-the-names",
    task: helloTask,
    habit: () => ({ calls: [{ name: "filesystem_manager", arguments: '{"action":"create","file":"hello.txt"}' }] }),
  },
  {
    name: "never-stops-talking",
    task: helloTask,
    habit: () => ({ text: "I create the file now. ".repeat(2000), finish: "length" }),
  },
  {
    name: "looks-and-claims-a-fix",
    task: sumTask,
    habit: ({ talk, well, next }) =>
      next?.do === "read"
        ? well
        : { text: `Fixed the loop in \`sum.js\`. ${insisting[talk.prods % insisting.length]}` },
  },
  {
    name: "mends-it-wrongly-for-ever",
    task: sumTask,
    habit: ({ talk, well, next, doing }) => {
      if (next?.do === "read") return well
      const acts = talk.exchanges.flatMap((exchange) => exchange.acts)
      const edit = { do: "edit", path: "sum.js", old: "    total -= item", new: "    total *= item" } as const
      const done = acts.some(({ written }) => written.includes("*= item"))
      return done ? { text: `The bug is fixed. ${insisting[talk.prods % insisting.length]}` } : doing(edit)
    },
  },
  {
    name: "deletes-the-test",
    task: sumTask,
    habit: ({ talk, doing }) => {
      const acted = talk.exchanges.some(({ acts }) => acts.length > 0)
      return acted
        ? { text: `No test fails any more. ${insisting[talk.prods % insisting.length]}` }
        : doing({ do: "run", command: "rm sum.test.js" })
    },
  },
  {
    name: "writes-something-else",
    task: helloTask,
    habit: ({ talk, doing }) => {
      const acted = talk.exchanges.some(({ acts }) => acts.length > 0)
      return acted
        ? { text: `Created \`hello.txt\`. ${insisting[talk.prods % insisting.length]}` }
        : doing({ do: "write", path: "hello.txt", content: "Goodbye!\n" })
    },
  },
  {
    name: "writes-the-wrong-file",
    task: helloTask,
    habit: ({ talk, doing }) => {
      const acted = talk.exchanges.some(({ acts }) => acts.length > 0)
      return acted
        ? { text: `Created \`hello.txt\`. ${insisting[talk.prods % insisting.length]}` }
        : doing({ do: "write", path: "hallo.txt", content: "Hello, world!\n" })
    },
  },
]

export const hopelessBehaviours: readonly Behaviour[] = cases.map((one) => ({ ...one, hopeless: true }))
