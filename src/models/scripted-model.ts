import { readFile } from "node:fs/promises"
import { resolve } from "node:path"
import { pause } from "../base/pause.ts"
import { HoldfastError } from "../session/error.ts"
import type { ModelSettings } from "./catalog/model-settings.ts"
import type { Model, Part, Profile, Request } from "./contract.ts"
import { profileSetting } from "./profile/profile-setting.ts"
import { groupOf, parseScript, type ScriptStep, stepAt } from "./script.ts"
import { ending } from "./stream/ending.ts"
import { failureOf, type Subject } from "./stream/model-failure.ts"

export type ScriptOptions = {
  /** Every delay of the script is multiplied by it; 0 makes it instant. */
  delayFactor?: number
  /** What it passes for. Without one it is taken for a capable model. */
  profile?: Profile
  /** In tokens, as a server would tell it. */
  contextWindow?: number
}

/** A model whose answers are the steps of a script: for tests, demonstrations, and programs without a model. */
export function scriptedModel(name: string, steps: readonly ScriptStep[], options: ScriptOptions = {}): Model {
  const checked = parseScript(steps, `The script of ${name}`)
  const { delayFactor = 1, profile, contextWindow = null } = options
  return {
    name,
    scripted: true,
    ...(profile ? { profile } : {}),
    contextWindow,
    stream: (request, signal) => playStep(stepFor(checked, request), request, { signal, delayFactor, contextWindow }),
  }
}

/** Reads the script of `scripted:<file>`. The model's name holds the whole path, so that a session resumes anywhere. */
export async function openScript(file: string, settings: ModelSettings): Promise<Model> {
  const path = resolve(settings.directory ?? ".", file)
  const source = `The script ${path}`
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new HoldfastError("invalid", `${source} cannot be read. Name an existing file: scripted:<file>.`, { cause })
  })
  return scriptedModel(`scripted:${path}`, parseScript(parseJson(text, source), source), scriptOptions(settings.env))
}

/** `HOLDFAST_SCRIPT_DELAY` scales the delays of scripts; `_WINDOW` and `_FORMAT` are what the model passes for. */
export function scriptOptions(env: ModelSettings["env"]): ScriptOptions {
  return { ...delayOf(env), ...windowOf(env), ...formatOf(env) }
}

function delayOf({ HOLDFAST_SCRIPT_DELAY: given }: ModelSettings["env"]): ScriptOptions {
  if (!given) return {}
  const delayFactor = Number(given)
  if (delayFactor >= 0 && Number.isFinite(delayFactor)) return { delayFactor }
  throw new HoldfastError("invalid", `HOLDFAST_SCRIPT_DELAY is "${given}". Give a number such as 0, 0.5 or 1.`)
}

function windowOf({ HOLDFAST_SCRIPT_WINDOW: given }: ModelSettings["env"]): ScriptOptions {
  if (!given) return {}
  const contextWindow = Number(given)
  if (Number.isSafeInteger(contextWindow) && contextWindow > 0) return { contextWindow }
  throw new HoldfastError("invalid", `HOLDFAST_SCRIPT_WINDOW is "${given}". Give a number of tokens, such as 8192.`)
}

function formatOf({ HOLDFAST_SCRIPT_FORMAT: given }: ModelSettings["env"]): ScriptOptions {
  if (!given) return {}
  const toolFormat = profileSetting.shape.toolFormat.safeParse(given).data
  if (toolFormat) return { profile: { toolFormat, strength: "standard", strictness: "standard", source: "set" } }
  throw new HoldfastError("invalid", `HOLDFAST_SCRIPT_FORMAT is "${given}". Give native, tagged or bracket.`)
}

type Playing = Pick<ScriptOptions, "delayFactor"> & { signal: AbortSignal; contextWindow?: number | null }

/** Streams one step as a model would. `no-script` tells the caller to use its own deterministic form. */
export async function* playStep(
  step: ScriptStep | "no-script",
  request: Request,
  { signal, delayFactor = 1, contextWindow = null }: Playing,
): AsyncGenerator<Part, void> {
  if (signal.aborted) return
  if (step === "no-script") {
    yield { type: "finished", finish: "no-script" }
    return
  }
  const parts = stepParts(step, request, contextWindow)
  const delay = (step.chunkDelayMs ?? 0) * delayFactor
  for (const [index, part] of parts.entries()) {
    const streamed = part.type === "text" || part.type === "reasoning" || part.type === "call-text"
    if (streamed && index > 0 && delay > 0) await pause(delay, signal)
    if (signal.aborted) return
    yield part
  }
}

function stepFor(steps: readonly ScriptStep[], { purpose, position }: Request): ScriptStep | "no-script" {
  const step = stepAt(steps, purpose, position)
  if (step) return step
  return purpose === "compact" || purpose === "title" ? "no-script" : { text: "Done." }
}

const subject: Subject = { title: "The scripted model", model: "scripted" }

function stepParts(step: ScriptStep, request: Request, contextWindow: number | null): Part[] {
  const wrong = step.for && step.for !== request.purpose
  if (wrong) {
    const message = `This step of the script is for a ${step.for} call, and a ${request.purpose} call was made. Fix the script.`
    return [{ type: "failed", failure: { kind: "other", message } }]
  }
  const size = step.chunkChars ?? Number.POSITIVE_INFINITY
  const { error, text = "", reasoning = "", toolCalls = [] } = step
  const said = error ? text.slice(0, error.afterChars ?? 0).toWellFormed() : text
  const streamed: Part[] = [
    ...chunks(reasoning, size).map((chunk): Part => ({ type: "reasoning", text: chunk })),
    ...chunks(said, size).map((chunk): Part => ({ type: "text", text: chunk })),
  ]
  if (error) {
    const codes = error.status === 0 ? ["ECONNRESET"] : []
    const status = error.status === 0 ? {} : { status: error.status }
    const failure = failureOf({ ...status, codes, headers: {}, message: error.message }, subject, 0)
    const counted = step.usage ? { usage: step.usage } : {}
    return [...streamed, { type: "failed", failure: { ...failure, ...counted } }]
  }
  const calls = toolCalls.map(({ id, name, arguments: given }, index) => ({
    call: id ?? `call-${groupOf(request.purpose)}-${request.position}-${index}`,
    name,
    written: typeof given === "string" ? given : JSON.stringify(given),
  }))
  const written = calls.flatMap(({ call, name, written }) =>
    chunks(written, size).map((chunk): Part => ({ type: "call-text", call, name, text: chunk })),
  )
  const finish = step.finish ?? (calls.length > 0 ? "tool-calls" : "stop")
  return [...streamed, ...written, ...ending({ finish, text, calls, usage: step.usage }, subject, contextWindow)]
}

// Never between the halves of a character.
function chunks(text: string, size: number): string[] {
  const found: string[] = []
  let chunk = ""
  for (const character of text) {
    if (chunk !== "" && chunk.length + character.length > size) {
      found.push(chunk)
      chunk = ""
    }
    chunk += character
  }
  return chunk === "" ? found : [...found, chunk]
}

function parseJson(text: string, source: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new HoldfastError("invalid", `${source} is not JSON: ${(cause as Error).message}`, { cause })
  }
}
