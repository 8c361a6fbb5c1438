import { lastModel, lastModelReason } from "../../agent/last-model.ts"
import { projectOf } from "../../agent/project.ts"
import { counted } from "../../agent/text/plain.ts"
import type { Profile } from "../../models/contract.ts"
import type { Run } from "../commands/form.ts"
import { withStore } from "../store.ts"
import { warn } from "../terminal.ts"
import { pad } from "../text/width.ts"

const shownModels = 12

export const run: Run = async (args, terminal) => {
  const [{ chooseModels }, { configDirectory, readConfig }] = await Promise.all([
    import("../../agent/model-choice.ts"),
    import("../../agent/config.ts"),
  ])
  const { env } = process
  const baseUrl = args.text("base-url")
  const config = readConfig(configDirectory(env), warn)
  // What was learned of models is in the store.
  const [found, providers] = await withStore("look", async (store) => {
    const models = chooseModels({ env, config, ...(baseUrl ? { baseUrl } : {}), ...(store ? { store } : {}) })
    const last = store && !models.configured && !baseUrl ? await lastModel(store, projectOf()) : null
    const [discovery, listed] = await Promise.all([models.found(), models.list()])
    return [last ? { ...discovery, model: last.model, because: lastModelReason } : discovery, listed] as const
  })
  if (terminal.json) {
    await terminal.printJson({ used: { model: found.model, because: found.because }, looked: found.looked, providers })
    return 0
  }
  const { paint } = terminal
  const width = Math.max(...providers.map(({ title }) => title.length))
  const most = args.flag("all") ? Number.POSITIVE_INFINITY : shownModels
  const lines = providers.flatMap(({ title, models: listed, note }) => {
    const name = pad(title, width)
    if (listed === null) return [`${paint.dim(name)}  ${paint.dim(note)}`]
    if (listed.length === 0) return [`${paint.bold(name)}  it is there, without a model`]
    const more = listed.length > most ? [`and ${counted(listed.length - most, "more")}`.replace("mores", "more")] : []
    const shown = listed.slice(0, most).map(({ name, contextWindow, profile }) => {
      const size = contextWindow === null ? [] : [`${contextWindow.toLocaleString("en-US")} tokens`]
      return `${name}  ${paint.dim([...size, ...inWords(profile)].join(", "))}`
    })
    return [...shown, ...more].map((line, index) => `${index === 0 ? paint.bold(name) : pad("", width)}  ${line}`)
  })
  await terminal.print(
    `${paint.bold("Default model")}  ${found.model === null ? "none" : paint.cyan(found.model)}: ${found.because}`,
    "",
    ...lines,
    "",
    paint.dim(
      "Name one with --model provider/model, or as `model` in the settings. `demo` and scripted:FILE are scripted.",
    ),
  )
  return 0
}

function inWords({ toolFormat, strength, source }: Profile): string[] {
  const tools = toolFormat === "native" ? "native tools" : `tools in text (${toolFormat})`
  if (source === "default") return [tools, `${unknown}${strength === "weak" ? ": taken for a weak one" : ""}`]
  return [tools, `${strength}: ${whoSays[source]}`]
}

const unknown = "nothing known of this model yet"

const whoSays = {
  set: "as you have set it",
  server: "its server says so",
  learned: "learned from its answers",
  name: "by its name",
} as const satisfies Record<Exclude<Profile["source"], "default">, string>
