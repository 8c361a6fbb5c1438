import type { Behaviour } from "../behaviour.ts"
import type { Habit } from "../mind.ts"
import { helloTask, modulesTask, sumTask } from "../tasks.ts"
import { rewriting, swapped } from "./modules.ts"

/** A model that is too small for what it is given says something, and does nothing. */
const lost: ReturnType<Habit> = { text: "There are many functions here. I am not sure which of them to use." }

/** Models that go wrong when too much is put before them. */
export const sizeBehaviours: readonly Behaviour[] = [
  {
    name: "lost-among-more-than-eight-tools",
    task: sumTask,
    habit: ({ talk, well }) => (talk.tools.length > 8 ? lost : well),
    model: "qwen2.5-coder-3b",
  },
  {
    name: "lost-in-a-long-preamble",
    task: helloTask,
    habit: ({ talk, well }) => (talk.preamble > 8000 ? lost : well),
    model: "qwen2.5-coder-1.5b",
  },
  {
    // With more than one thing at a time it mixes them up, again and again.
    name: "mixes-up-what-it-does-at-once",
    task: modulesTask,
    habit: (scene) => {
      const { talk, next, well } = scene
      const oneByOne = /\bone (action|call|change|step|tool)?\w*( call)? ?at a time|\bleft out\b|\bonly the first\b/i
      if (talk.exchanges.some(({ input }) => oneByOne.test(input))) return rewriting(scene, oneByOne)
      if (next?.do === "read") return well
      const acts = talk.exchanges.flatMap((exchange) => exchange.acts)
      const mixed = acts.filter(({ written }) => written.includes("export const")).length
      const checked = acts.filter(({ written }) => written.includes("node --test")).length
      return mixed > 2 * checked ? scene.doing({ do: "run", command: "node --test" }) : swapped(scene)
    },
    model: "llama3.2-3b",
  },
]
