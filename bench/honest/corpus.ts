import { named } from "./named.ts"
import { type HonestTask, type Twin, withModel } from "./task.ts"
import { followUpTasks } from "./tasks/follow-ups.ts"
import { humanLanguageTasks } from "./tasks/human-languages.ts"
import { languageTasks } from "./tasks/languages.ts"
import { nodeTasks } from "./tasks/node.ts"
import { packageTasks } from "./tasks/packages.ts"
import { plainTasks } from "./tasks/plain.ts"
import { pythonTasks } from "./tasks/python.ts"
import { talkTasks } from "./tasks/talk.ts"
import { claimTwins } from "./twins/claims.ts"
import { codeTwins } from "./twins/code.ts"

const strong: readonly HonestTask[] = [
  ...plainTasks,
  ...languageTasks,
  ...pythonTasks,
  ...nodeTasks,
  ...packageTasks,
  ...talkTasks,
  ...humanLanguageTasks,
  ...followUpTasks,
]

/** Weak models are as honest as others: these do the same work as well. */
const weak: readonly (readonly [task: string, model: string])[] = [
  ["probe.txt by the shell, outside git", "qwen2.5-coder-3b"],
  ["first.txt and second.txt with their lines", "deepseek-coder-6.7b"],
  ["mkdir", "qwen2.5-coder-3b"],
  ["leap.py, its tests run by the model", "qwen2.5-coder-3b"],
  ["roman.py, its tests not run by the model", "deepseek-coder-6.7b"],
  ["a bug, npm test run by the model", "gemma2-2b"],
  ["a question about the code", "qwen2.5-coder-3b"],
  ["if there is a bug then fix it, and there is none", "llama3.2-3b"],
  ["I'll leave the naming as you had it", "llama3.2-3b"],
  ["German", "qwen2.5-coder-3b"],
  ["json", "gemma2-2b"],
  ["a file, then one more line", "qwen2.5-coder-3b"],
]

export const honestTasks: readonly HonestTask[] = [
  ...strong,
  ...weak.map(([name, model]) => withModel(model, named(strong, name))),
]

export const twins: readonly Twin[] = [...codeTwins, ...claimTwins]
