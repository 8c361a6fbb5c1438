import type { ModelChoice } from "../agent/configuration/model-choice.ts"
import { oneLine } from "../base/plain-words.ts"
import { providerNames, serverAddress } from "../models/catalog/providers.ts"
import { HoldfastError, isHoldfastError } from "../session/error.ts"
import type { Arguments } from "./command-line.ts"

/** The model of a session and why it was chosen. */
export type ModelNotice = { name: string; because: string; scripted: boolean | null; lines: readonly string[] }

/** A session's model, or the detected one if it names none. */
export async function modelNotice(
  models: ModelChoice,
  { model: named, server, because: given }: { model: string | null; server: string | null; because?: string },
): Promise<ModelNotice> {
  if (named !== null) {
    const scripted = await isScripted(models, named, server)
    const because = given ?? "it was named for this session"
    const reason = given === undefined ? "" : `: ${given}. Choose another with --model.`
    return {
      name: named,
      because,
      scripted,
      lines: [`Model ${oneLine(named)}${scripted ? ` (${scriptedWords})` : ""}${reason}`],
    }
  }
  const found = await models.found()
  const { model, because } = found
  // The driving process chose the model.
  if (model === null) return { name: "none", because, scripted: null, lines: [] }
  const scripted = await isScripted(models, model, server)
  const note = scripted ? ` (${scriptedWords})` : ""
  return {
    name: model,
    because,
    scripted,
    lines: [`Model ${oneLine(model)}: ${because}.${note} Choose another with --model.`],
  }
}

/** Refuses a task without a usable model, before anything is written. */
export async function requireModel(models: ModelChoice, named: string | null | undefined): Promise<void> {
  if (named) return
  const { model, looked, several } = await models.found()
  if (model !== null) {
    await models.open(model)
    return
  }
  const [first] = several
  throw new HoldfastError(
    "no-model",
    first
      ? `Several models are available: ${several.join(", ")}. Choose one with --model ${first}.`
      : [
          "No model found.",
          `Looked for ${looked.map(({ what }) => what).join(", ")}.`,
          "Run 'holdfast init', set an API key, start a local model, or choose one with --model, such as --model ollama/qwen3-coder.",
          "'holdfast demo' shows Holdfast at work without a model.",
        ].join("\n"),
    { details: { several } },
  )
}

const scriptedWords = "scripted: its text comes from a script, not from a model"

/** Null if the model cannot be opened; the turn reports why. */
async function isScripted(models: ModelChoice, name: string, server: string | null): Promise<boolean | null> {
  try {
    return (await models.open(name, server)).scripted
  } catch (error) {
    if (isHoldfastError(error)) return null
    throw error
  }
}

/** The model settings of the command line, complete, so that the session can be resumed anywhere. */
export async function modelSettings(
  models: ModelChoice,
  args: Arguments,
  server: string | null,
): Promise<{ model?: string; baseUrl?: string }> {
  const baseUrl = args.text("base-url")
  const address = baseUrl === undefined ? undefined : serverAddress(baseUrl)
  const model = await wholeName(models, args.text("model"), { baseUrl: address, server })
  return { ...(model ? { model } : {}), ...(address === undefined ? {} : { baseUrl: address }) }
}

/** Throws if the model cannot be opened. */
async function wholeName(
  models: ModelChoice,
  given: string | undefined,
  { baseUrl, server }: { baseUrl: string | undefined; server: string | null },
) {
  if (baseUrl !== undefined && given === undefined) return firstAt(models)
  if (given === undefined) return undefined
  // A custom server may use any model name, including slashes.
  const [provider = ""] = given.split("/")
  const name =
    baseUrl !== undefined && !providerNames.some((known) => known === provider) ? `openai-compatible/${given}` : given
  return (await models.open(name, server)).name
}

async function firstAt(models: ModelChoice): Promise<string | undefined> {
  const rows = await models.list()
  return rows.find(({ provider }) => provider === "openai-compatible")?.models?.[0]?.name
}
