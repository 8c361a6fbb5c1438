import { lastModel, lastModelReason } from "../../agent/configuration/last-model.ts"
import { projectOf } from "../../agent/configuration/project-of.ts"
import { counted } from "../../base/amount-text.ts"
import { upperFirst } from "../../base/letter-case.ts"
import type { Profile } from "../../models/contract.ts"
import type { Run } from "../commands/command-form.ts"
import { warn } from "../terminal.ts"
import { pad } from "../text/width.ts"
import { withStore } from "../with-store.ts"

const shownModels = 12

export const run: Run = async (args, terminal) => {
  const [{ chooseModels }, { configDirectory, readConfig }] = await Promise.all([
    import("../../agent/configuration/model-choice.ts"),
    import("../../agent/configuration/config.ts"),
  ])
  const { env } = process
  const baseUrl = args.text("base-url")
  const config = readConfig(configDirectory(env), warn)
  // Learned profiles are in the store.
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
  const max = args.flag("all") ? Number.POSITIVE_INFINITY : shownModels
  const lines = providers.flatMap(({ title, models: listed, note }) => {
    const name = pad(upperFirst(title), width)
    if (listed === null) return [`${paint.dim(name)}  ${paint.dim(note)}`]
    if (listed.length === 0) return [`${paint.bold(name)}  running, without a model`]
    const more = listed.length > max ? [`and ${counted(listed.length - max, "more", "more")}`] : []
    const shown = listed.slice(0, max).map(({ name, contextWindow, profile }) => {
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
      "Choose one with --model provider/model, or as `model` in the settings. `demo` and scripted:FILE are scripted.",
    ),
  )
  return 0
}

function inWords({ toolFormat, strength, source }: Profile): string[] {
  const tools = toolFormat === "native" ? "native tools" : `tools in text (${toolFormat})`
  if (source === "default") return [tools, `${unknown}${strength === "weak" ? ": treated as weak" : ""}`]
  return [tools, `${strength}: ${whoSays[source]}`]
}

const unknown = "nothing known about this model yet"

const whoSays = {
  set: "from your settings",
  server: "reported by its server",
  learned: "learned from its answers",
  name: "by its name",
} as const satisfies Record<Exclude<Profile["source"], "default">, string>
