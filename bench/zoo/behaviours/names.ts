import { type Behaviour, callsAs, untilMentioned } from "../behaviour.ts"
import type { Call } from "../call.ts"
import { helloTask, pairTask, renameTask, sumTask } from "../tasks.ts"

const namedAs = (name: (own: string) => string) => callsAs((call) => ({ ...call, name: name(call.name) }))

const capital = (name: string) => name.replace(/(^|_)(.)/g, (_, __, letter: string) => letter.toUpperCase())

/** Another name for a tool, whichever of the two the agent has. */
const other = (name: string) =>
  ({ write: "write_file", write_file: "create_file", edit: "str_replace", read: "read_file", bash: "shell" })[name] ??
  name

const withPath = (change: (path: string, workspace: string) => string) =>
  callsAs((call, { workspace }) => {
    const given = Object.entries(JSON.parse(call.arguments) as Record<string, unknown>)
    const changed = given.map(([name, value]) => [name, /path/i.test(name) ? change(`${value}`, workspace) : value])
    return { ...call, arguments: JSON.stringify(Object.fromEntries(changed)) }
  })

/** Wrong names of tools, ids and paths. */
export const nameBehaviours: readonly Behaviour[] = [
  { name: "name-of-another-agent", task: sumTask, habit: namedAs(other) },
  { name: "name-in-capitals", task: helloTask, habit: namedAs(capital) },
  { name: "name-misspelt", task: helloTask, habit: namedAs((name) => name.replace("write", "wrte")) },
  { name: "name-with-a-namespace", task: sumTask, habit: namedAs((name) => `functions.${name}`) },
  { name: "name-with-a-channel", task: sumTask, habit: namedAs((name) => `${name}<|channel|>commentary`) },
  {
    name: "name-that-nobody-has-at-first",
    task: helloTask,
    habit: untilMentioned(/write|available|exist|unknown|not found|no tool/i, ({ well }) => ({
      calls: (well.calls ?? []).map((call) => ({ ...call, name: "filesystem_manager" })),
    })),
  },
  { name: "same-id-for-all-calls", task: renameTask, habit: callsAs((call) => ({ ...call, id: "call_0" })) },
  {
    name: "same-id-for-two-calls-at-once",
    task: pairTask,
    habit: (scene) => {
      const open = scene.task.steps.filter((step) => !scene.isDone(step))
      const calls = open
        .flatMap((step) => scene.doing(step).calls ?? [])
        .map((call): Call => ({ ...call, id: "call_0" }))
      return calls.length > 0 ? { calls } : scene.well
    },
  },
  { name: "no-id-at-all", task: sumTask, habit: callsAs((call) => ({ ...call, id: "" })) },
  {
    name: "path-with-the-workspace-before-it",
    task: helloTask,
    habit: withPath((path, workspace) => (path.startsWith("/") ? path : `${workspace}/${path}`)),
  },
  { name: "path-with-a-dot-before-it", task: sumTask, habit: withPath((path) => path.replace(/^(?!\/)/, "./")) },
  {
    // Only looked at from the root of the machine: an agent that does what it is told must not leave anything there.
    name: "path-from-the-root-at-first",
    task: sumTask,
    habit: (scene) => {
      const corrected = scene.talk.exchanges.some(({ acts }) => acts.length > 0)
      const rooted = withPath((path) => `/${path.split("/").at(-1)}`)
      return corrected || scene.next?.do !== "read" ? scene.well : rooted(scene)
    },
  },
  {
    name: "path-with-spaces-around-it",
    task: helloTask,
    habit: (scene) => {
      const { talk, task, doing } = scene
      const [write] = task.steps
      const acts = talk.exchanges.flatMap((exchange) => exchange.acts)
      if (acts.length === 0) return withPath((path) => ` ${path} `)(scene)
      // Told that it is missing, it looks again at what it wrote.
      const isFixed = acts.some(({ written }) => written.includes('"hello.txt"'))
      return talk.prods > 0 && write && !isFixed ? doing(write) : scene.well
    },
  },
]
