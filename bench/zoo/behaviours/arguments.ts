import { argumentsAs, type Behaviour, callsAs, untilMentioned } from "../behaviour.ts"
import { configTask, helloTask, numbersTask, scriptTask, sumTask } from "../tasks.ts"

type Given = Record<string, unknown>

/** A value as Python prints it. */
function pythonOf(value: unknown): string {
  if (typeof value === "string") return `'${value.replace(/[\\']/g, "\\$&").replaceAll("\n", "\\n")}'`
  if (value === true) return "True"
  if (value === false) return "False"
  if (value === null) return "None"
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`
  if (typeof value !== "object") return String(value)
  const fields = Object.entries(value as Given).map(([name, item]) => `'${name}': ${pythonOf(item)}`)
  return `{${fields.join(", ")}}`
}

const fieldsOf = (given: Given, write: (name: string, value: string) => string) =>
  Object.entries(given).map(([name, value]) => write(name, JSON.stringify(value)))

/** Native calls whose arguments are no JSON, or not the right JSON. They never learn it: it has to be mended. */
export const argumentBehaviours: readonly Behaviour[] = [
  { name: "arguments-single-quotes", task: scriptTask, habit: argumentsAs(pythonOf) },
  {
    name: "arguments-python-literals",
    task: sumTask,
    habit: argumentsAs((given) => pythonOf({ ...given, verbose: true, encoding: null })),
  },
  {
    name: "arguments-trailing-commas",
    task: scriptTask,
    habit: argumentsAs((given) => `{${fieldsOf(given, (name, value) => `"${name}": ${value},`).join("\n")}}`),
  },
  {
    name: "arguments-raw-newlines",
    task: scriptTask,
    habit: argumentsAs((_, json) => json.replaceAll(/(?<!\\)\\n/g, "\n")),
  },
  {
    name: "arguments-unescaped-quotes",
    task: configTask,
    habit: argumentsAs((_, json) => json.replaceAll('\\"', '"')),
  },
  {
    name: "arguments-unquoted-names",
    task: scriptTask,
    habit: argumentsAs((given) => `{${fieldsOf(given, (name, value) => `${name}: ${value}`).join(", ")}}`),
  },
  {
    name: "arguments-comments",
    task: sumTask,
    habit: argumentsAs(
      (given) => `{\n${fieldsOf(given, (name, value) => `  // the ${name}\n  "${name}": ${value}`).join(",\n")}\n}`,
    ),
  },
  { name: "arguments-without-last-brace", task: helloTask, habit: argumentsAs((_, json) => json.slice(0, -1)) },
  {
    name: "arguments-in-a-fence",
    task: scriptTask,
    habit: argumentsAs((_, json) => `\`\`\`json\n${json}\n\`\`\``),
  },
  { name: "arguments-as-an-object", task: sumTask, habit: callsAs((call) => ({ ...call, asObject: true })) },
  { name: "arguments-quoted-twice", task: scriptTask, habit: argumentsAs((_, json) => JSON.stringify(json)) },
  {
    name: "arguments-with-words-before",
    task: helloTask,
    habit: argumentsAs((_, json) => `Here are the arguments: ${json}`),
  },
  {
    name: "arguments-inside-arguments",
    task: sumTask,
    habit: callsAs(({ name, arguments: json }) => ({
      name,
      arguments: JSON.stringify({ name, arguments: JSON.parse(json) }),
    })),
  },
  {
    name: "arguments-with-other-names",
    task: helloTask,
    habit: argumentsAs((given) => JSON.stringify(renamed(given, { filepath: /path/i, contents: /content/i }))),
  },
  {
    name: "arguments-with-other-names-for-edits",
    task: sumTask,
    habit: argumentsAs((given) =>
      JSON.stringify(renamed(given, { file: /path/i, search: /^old/i, replacement: /^new/i, cmd: /^command/i })),
    ),
  },
  {
    name: "arguments-numbers-as-text",
    task: sumTask,
    habit: callsAs((call) => {
      if (!/read/.test(call.name)) return call
      return { ...call, arguments: JSON.stringify({ ...JSON.parse(call.arguments), offset: "1", limit: "40" }) }
    }),
  },
  {
    name: "arguments-as-a-list-of-lines",
    task: numbersTask,
    habit: argumentsAs((given) =>
      JSON.stringify(
        Object.fromEntries(
          Object.entries(given).map(([name, value]) => [name, /content/.test(name) ? `${value}`.split("\n") : value]),
        ),
      ),
    ),
  },
  {
    name: "arguments-empty-at-first",
    task: helloTask,
    habit: untilMentioned(/missing|required|must|expected|invalid|wrong/i, ({ well }) => ({
      calls: (well.calls ?? []).map((call) => ({ ...call, arguments: "" })),
    })),
  },
  {
    name: "arguments-without-the-path-at-first",
    task: helloTask,
    habit: untilMentioned(/path/i, ({ well }) => ({
      calls: (well.calls ?? []).map((call) => ({
        ...call,
        arguments: JSON.stringify({ content: JSON.parse(call.arguments).content }),
      })),
    })),
  },
]

function renamed(given: Given, to: Readonly<Record<string, RegExp>>): Given {
  const name = (own: string) => Object.entries(to).find(([, pattern]) => pattern.test(own))?.[0] ?? own
  return Object.fromEntries(Object.entries(given).map(([own, value]) => [name(own), value]))
}
