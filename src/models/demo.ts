import type { ModelSettings } from "./catalog/model-settings.ts"
import type { Model, Part, Request } from "./contract.ts"
import { demoScript } from "./demo/demo-script.ts"
import { demoProject } from "./demo/project.ts"
import { type ScriptStep, stepAt } from "./script.ts"
import { playStep, scriptOptions } from "./scripted-model.ts"

/** The model without a model: it plays its script in the demo project, and in any other it says what it is. */
export function demoModel(env: ModelSettings["env"]): Model {
  const { delayFactor = 1 } = scriptOptions(env)
  return {
    name: "demo",
    scripted: true,
    contextWindow: null,
    stream: (request, signal) =>
      hasExcused(request) ? sayNoMore() : playStep(stepFor(request), request, { signal, delayFactor }),
  }
}

// Asked again for what it cannot do, it ends the turn instead of saying the same for ever.
async function* sayNoMore(): AsyncGenerator<Part> {
  const message = "The demo only plays its own script. Choose a model for this session to work on something else."
  yield { type: "failed", failure: { kind: "other", message } }
}

function hasExcused({ messages }: Request): boolean {
  const last = messages.findLast(({ role }) => role === "assistant")
  return last?.text === excuse.text
}

const excuse: ScriptStep = {
  chunkChars: 12,
  chunkDelayMs: 15,
  text: "I am the demo: my answers are scripted, and no model is behind them, so I cannot work on this. Choose a model for this session, or run `holdfast demo` to watch me fix a bug in a sample project.",
}

function stepFor({ purpose, position, messages }: Request): ScriptStep | "no-script" {
  if (purpose === "compact" || purpose === "title") return "no-script"
  const plays = position === 0 || isAtHome(messages)
  return (plays && stepAt(demoScript, purpose, position)) || excuse
}

// Its first step only looks; what that found is all that it can tell the demo project by.
function isAtHome(messages: Request["messages"]): boolean {
  const code = demoProject().filter(({ path }) => path.endsWith(".js"))
  return messages.some(
    (message) =>
      message.role === "tool" && message.name === "glob" && code.every(({ path }) => message.text.includes(path)),
  )
}
