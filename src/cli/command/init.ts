import { existsSync } from "node:fs"
import { join } from "node:path"
import { checkConfig } from "../../agent/configuration/config.ts"
import { chooseModels } from "../../agent/configuration/model-choice.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { gatherProjectFacts } from "../../agent/facts/project-facts.ts"
import { upperFirst } from "../../base/letter-case.ts"
import { oneLine } from "../../base/plain-words.ts"
import { checkKey } from "../../models/catalog/key-check.ts"
import { endpointOf, isProvider, parseName, serverAddress } from "../../models/catalog/providers.ts"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { agentsFile } from "../../workflow/project/agents-file.ts"
import { instructionsFile } from "../../workflow/project/project.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { openConfigFile, saveConfigFile, withValue } from "../config-file.ts"
import { confirmed } from "../confirm.ts"
import { requireModel } from "../model-notice.ts"
import { askForKey } from "../provider-key.ts"
import { type Terminal, warn } from "../terminal.ts"
import { typedLine } from "../typed-line.ts"
import { UsageError } from "../usage-error.ts"
import { writeWhole } from "../write-file.ts"

export const run: Run = async (args, terminal) => {
  const asks = terminal.interactive && !terminal.json && !args.flag("yes")
  if (!asks && !args.flag("yes")) {
    throw new UsageError(
      "init asks questions: run it in a terminal, or add --yes to accept the detected model.",
      "init",
    )
  }
  const say = async (line: string) => (terminal.json ? undefined : terminal.print(line))
  const model = asks ? await askedModel(args, terminal) : await foundModel(args)
  await say(await reachOf(model))
  const file = openConfigFile(warn)
  if (file.value.model !== model) await saveConfigFile({ ...file, value: withValue(file.value, ["model"], model) })
  await say(`Default model: ${oneLine(model)} (in ${file.path})`)
  const agents = await writeAgentsFile(args, asks, terminal)
  if (terminal.json) await terminal.printJson({ model, config: file.path, agents })
  else await terminal.print("", 'Ready. Start with: holdfast run "task"')
  return 0
}

/** Finds models with the settings as they are now: a key may just have been stored. */
function modelsHere() {
  const { value, path } = openConfigFile(() => undefined)
  const config = checkConfig(value, path, () => undefined)
  return { config, models: chooseModels({ env: process.env, config }) }
}

async function foundModel(args: Arguments): Promise<string> {
  const { models } = modelsHere()
  const named = args.text("model")
  await requireModel(models, named)
  const model = named ?? (await models.found()).model ?? ""
  return (await models.open(model)).name
}

async function askedModel(args: Arguments, terminal: Terminal): Promise<string> {
  const { models } = modelsHere()
  const named = args.text("model")
  if (named) return (await models.open(named)).name
  const [{ model, because, several }, listed] = await Promise.all([models.found(), models.list()])
  const [first] = several
  const usual = model ?? first
  if (usual === undefined) {
    await terminal.print("No model found on this machine, and no API key.")
    await askForProvider(terminal)
    return askedModel(args, terminal)
  }
  const available = listed.flatMap(({ title, models: rows }) => (rows?.length ? [`${title} (${rows.length})`] : []))
  await terminal.print(
    ...(available.length > 0 ? [`Models found: ${available.join(", ")}. 'holdfast models' lists them.`] : []),
    `${oneLine(usual)}: ${because}`,
  )
  return chosenModel(usual, models, terminal)
}

async function chosenModel(
  usual: string,
  models: ReturnType<typeof chooseModels>,
  terminal: Terminal,
): Promise<string> {
  const typed = await typedLine(`Default model [${oneLine(usual)}]: `, terminal)
  try {
    return (await models.open(typed || usual)).name
  } catch (error) {
    // Enter alone would fail again.
    if (!isHoldfastError(error) || typed === "") throw error
    terminal.note(error.message)
    return chosenModel(usual, models, terminal)
  }
}

const hosted = "anthropic, openai, google, openai-compatible"

async function askForProvider(terminal: Terminal): Promise<void> {
  const typed = await typedLine(`Provider to use (${hosted}): `, terminal)
  if (typed === "") {
    throw new HoldfastError("no-model", "No model was chosen. Start a local model, such as Ollama, or get an API key.")
  }
  if (!isProvider(typed)) {
    terminal.note(`There is no provider ${JSON.stringify(typed)}.`)
    return askForProvider(terminal)
  }
  const address = typed === "openai-compatible" ? await typedLine("Address of the server: ", terminal) : ""
  const baseUrl = address === "" ? undefined : serverAddress(address)
  const { lines } = await askForKey(typed, { baseUrl, unchecked: false, command: "init" }, terminal)
  await terminal.print(...lines)
}

/** Asks the provider of a model whether it answers and accepts the key; throws if it rejects it. */
async function reachOf(model: string): Promise<string> {
  if (!model.includes("/") || model.startsWith("scripted:")) return `${oneLine(model)} is scripted: nothing to check.`
  const { provider } = parseName(model)
  const { keys, baseUrls } = modelsHere().config
  const settings = { env: process.env, ...(keys ? { keys } : {}), ...(baseUrls ? { baseUrls } : {}) }
  const endpoint = endpointOf(provider, settings)
  const check = await checkKey(endpoint)
  const where = `${upperFirst(endpoint.title)} at ${new URL(endpoint.baseUrl).host}`
  switch (check.status) {
    case "accepted":
      return `${where} answers${endpoint.key ? " and accepts the key" : ""}.`
    case "unproven":
      return `${where} answers. Could not tell whether the key is accepted: ${check.why}.`
    case "unreachable":
      return `Not checked: ${check.why}.`
    case "rejected":
      throw new HoldfastError("invalid", `API key rejected: ${check.why}. Set another one: holdfast login ${provider}`)
    default:
      return check satisfies never
  }
}

/** Writes an `AGENTS.md` for the project if wanted; null if not. One that is there is never changed. */
async function writeAgentsFile(args: Arguments, asks: boolean, terminal: Terminal): Promise<string | null> {
  const project = projectOf()
  const path = join(project, instructionsFile)
  const isWanted = args.flag("agents-md")
  if (existsSync(path)) {
    if (isWanted && !terminal.json) await terminal.print(`${path} already exists; not changed.`)
    return null
  }
  if (!isWanted && !asks) return null
  const text = agentsFile(await gatherProjectFacts({ workspace: project, touched: [] }))
  if (!isWanted) {
    await terminal.print(
      "",
      ...text
        .trimEnd()
        .split("\n")
        .map((line) => terminal.paint.dim(`  ${line}`)),
      "",
    )
    if (!(await confirmed(`Create ${path} with this?`, terminal, "init"))) return null
  }
  await writeWhole(path, [text], "keep", 0o666)
  if (!terminal.json) await terminal.print(`Created ${path}.`)
  return path
}
