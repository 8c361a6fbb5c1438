import { asText, type Behaviour } from "../behaviour.ts"
import type { Call } from "../call.ts"
import type { Habit } from "../mind.ts"
import { codesTask, helloTask, pairTask, renameTask, scriptTask, sumTask } from "../tasks.ts"

type Given = Record<string, unknown>

const object = ({ name }: Call, given: Given, key = "arguments") => JSON.stringify({ name, [key]: given })
const each = (given: Given, write: (name: string, value: string) => string) =>
  Object.entries(given)
    .map(([name, value]) => write(name, typeof value === "string" ? value : JSON.stringify(value)))
    .join("\n")
const quoted = (given: Given) =>
  Object.entries(given)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .join(", ")

const hermes = (call: Call, given: Given) => `<tool_call>\n${object(call, given)}\n</tool_call>`

/** Calls as text, in the format that the model was trained with. It has no other, whatever it is told. */
const formats: Readonly<Record<string, { task: Behaviour["task"]; write: (call: Call, given: Given) => string }>> = {
  "text-tool-call-tags": { task: sumTask, write: hermes },
  "text-tool-call-tag-left-open": {
    task: helloTask,
    write: (call, given) => `<tool_call>\n${object(call, given)}`,
  },
  "text-tool-call-tags-with-python": {
    task: helloTask,
    write: ({ name }, given) =>
      `<tool_call>\n{'name': '${name}', 'arguments': {${Object.entries(given)
        .map(([key, value]) => `'${key}': '${`${value}`.replaceAll("\n", "\\n")}'`)
        .join(", ")}}}\n</tool_call>`,
  },
  "text-function-and-parameters": {
    task: scriptTask,
    write: ({ name }, given) =>
      `<tool_call>\n<function=${name}>\n${each(given, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)}\n</function>\n</tool_call>`,
  },
  "text-function-with-json": {
    task: sumTask,
    write: ({ name }, given) => `<function=${name}>${JSON.stringify(given)}</function>`,
  },
  "text-fenced-json": {
    task: helloTask,
    write: (call, given) => `\`\`\`json\n${object(call, given)}\n\`\`\``,
  },
  "text-fence-behind-words": {
    task: sumTask,
    write: (call, given) => `I use ${call.name} for that:\n\n\`\`\`json\n${object(call, given)}\n\`\`\``,
  },
  "text-bare-json": { task: sumTask, write: (call, given) => object(call, given, "parameters") },
  "text-tool-calls-list": {
    task: sumTask,
    write: (call, given) => `[TOOL_CALLS][${object(call, given)}]`,
  },
  "text-tool-calls-name-and-args": {
    task: helloTask,
    write: ({ name }, given) => `[TOOL_CALLS]${name}[ARGS]${JSON.stringify(given)}`,
  },
  "text-python-tag": {
    task: sumTask,
    write: (call, given) => `<|python_tag|>${object(call, given, "parameters")}`,
  },
  "text-deepseek-markers": {
    task: sumTask,
    write: ({ name }, given) =>
      `<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${JSON.stringify(given)}\n\`\`\`<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
  },
  "text-glm-markers": {
    task: scriptTask,
    write: ({ name }, given) =>
      `<tool_call>${name}\n${each(given, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)}\n</tool_call>`,
  },
  "text-kimi-markers": {
    task: helloTask,
    write: ({ name }, given) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.${name}:0<|tool_call_argument_begin|>${JSON.stringify(given)}<|tool_call_end|><|tool_calls_section_end|>`,
  },
  "text-harmony-channel": {
    task: helloTask,
    write: ({ name }, given) =>
      `<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${JSON.stringify(given)}<|call|>`,
  },
  "text-react": {
    task: sumTask,
    write: ({ name }, given) =>
      `Thought: I have to use a tool.\nAction: ${name}\nAction Input: ${JSON.stringify(given)}`,
  },
  "text-xml-parameters": {
    task: scriptTask,
    write: ({ name }, given) => `<${name}>\n${each(given, (key, value) => `<${key}>${value}</${key}>`)}\n</${name}>`,
  },
  "text-invoke-parameters": {
    task: sumTask,
    write: ({ name }, given) =>
      `<function_calls>\n<invoke name="${name}">\n${each(given, (key, value) => `<parameter name="${key}">${value}</parameter>`)}\n</invoke>\n</function_calls>`,
  },
  "text-bracket": {
    task: helloTask,
    write: ({ name }, given) => `[USE ${name} tool with: ${quoted(given)}]`,
  },
  "text-python-call-in-a-fence": {
    task: helloTask,
    write: ({ name }, given) => `\`\`\`tool_code\n${name}(${quoted(given)})\n\`\`\``,
  },
  "text-tags-in-another-language": {
    task: helloTask,
    write: (call, given) => `<工具调用>\n${object(call, given)}\n</工具调用>`,
  },
  "text-between-long-words": {
    task: sumTask,
    write: (call, given) =>
      `Let me think about what to do here. The next thing is to use ${call.name}.\n\n${hermes(call, given)}\n\nI wait for the result.`,
  },
  "text-and-an-invented-result": {
    task: sumTask,
    write: ({ name }, given) =>
      `Action: ${name}\nAction Input: ${JSON.stringify(given)}\nObservation: It worked, all tests pass.\nFinal Answer: The bug is fixed.`,
  },
}

/** The same inside or after the thoughts of the model. */
const thinking: readonly Behaviour[] = [
  {
    name: "text-call-inside-think",
    task: helloTask,
    habit: asText((call, given) => `<think>\nI have to call a tool now.\n${hermes(call, given)}\n</think>`),
  },
  {
    name: "text-call-after-think",
    task: sumTask,
    habit: asText(
      (call, given) =>
        `<think>\nThe call looks like <tool_call>{"name": "x"}</tool_call>, and I make it below.\n</think>\n${hermes(call, given)}`,
    ),
  },
  {
    name: "text-call-in-a-think-left-open",
    task: helloTask,
    habit: asText((call, given) => `<think>\nI write the file now.\n${hermes(call, given)}`),
  },
  { name: "text-call-in-the-reasoning", task: helloTask, habit: inTheReasoning },
]

function inTheReasoning(scene: Parameters<Habit>[0]): ReturnType<Habit> {
  const { text, ...rest } = asText(hermes)(scene)
  return scene.well.calls ? { ...rest, reasoning: `I call it.\n${text}` } : { ...rest, text: text ?? "" }
}

/** Two calls in one answer. */
const several: readonly Behaviour[] = [
  { name: "text-two-calls-at-once", task: pairTask, habit: bothAs(hermes) },
  {
    name: "text-two-calls-in-one-fence",
    task: pairTask,
    habit: ({ talk, well, task, doing }) => {
      if (!well.calls || talk.exchanges.length > 0) return asText(hermes)({ talk, well, task, doing } as never)
      const calls = task.steps.flatMap((step) => doing(step).calls ?? [])
      const list = calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) }))
      return { text: `\`\`\`json\n${JSON.stringify(list, null, 2)}\n\`\`\`` }
    },
  },
  { name: "text-over-a-long-talk", task: codesTask, habit: asText(hermes), contextWindow: null },
  { name: "text-rename-in-two-files", task: renameTask, habit: asText(hermes) },
]

function bothAs(write: (call: Call, given: Given) => string): Habit {
  return (scene) => {
    const open = scene.task.steps.filter((step) => !scene.isDone(step))
    const calls = open.flatMap((step) => scene.doing(step).calls ?? [])
    return calls.length > 0 ? asText(write)({ ...scene, well: { calls } }) : scene.well
  }
}

export const formatBehaviours: readonly Behaviour[] = [
  ...Object.entries(formats).map(([name, { task, write }]) => ({ name, task, habit: asText(write) })),
  { name: "text-of-an-unknown-model", task: sumTask, habit: asText(hermes), model: "house-model" },
  ...thinking,
  ...several,
]
