import { z } from "zod"
import { configDirectory, configFile } from "../../agent/configuration/config.ts"
import { configSchema } from "../../agent/configuration/config-schema.ts"
import { nearestSetting, settingPath } from "../../agent/configuration/setting-name.ts"
import { oneLine } from "../../base/plain-words.ts"
import { assertModelName } from "../../models/catalog/providers.ts"
import { isHoldfastError } from "../../session/error.ts"
import type { Run } from "../commands/command-form.ts"
import { type ConfigFile, openConfigFile, saveConfigFile, valueAt, withValue } from "../config-file.ts"
import { type Terminal, warn } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

const wordsOf = { get: [0, 1], set: [2, 2], unset: [1, 1], path: [0, 0], schema: [0, 0] } as const

export const run: Run = async (args, terminal) => {
  const [action = "", name, value] = args.words
  if (!isAction(action))
    throw new UsageError(`There is no config ${action}: use get, set, unset, path or schema.`, "config")
  const [least, most] = wordsOf[action]
  const given = args.words.length - 1
  if (given > most) throw new UsageError(`Unexpected argument ${JSON.stringify(args.words[most + 1])}.`, "config")
  if (given < least) throw new UsageError(`Missing argument: ${given === 0 ? "NAME" : "VALUE"}.`, "config")
  switch (action) {
    case "path":
      return printPath(terminal)
    case "schema":
      await terminal.writeJson(`${JSON.stringify(z.toJSONSchema(configSchema), null, 2)}\n`)
      return 0
    case "get":
      return get(name, terminal)
    case "set":
      return set(name ?? "", value ?? "", terminal)
    case "unset":
      return unset(name ?? "", terminal)
    default:
      return action satisfies never
  }
}

function isAction(word: string): word is keyof typeof wordsOf {
  return Object.hasOwn(wordsOf, word)
}

async function printPath(terminal: Terminal): Promise<number> {
  const path = configFile(configDirectory())
  if (terminal.json) await terminal.printJson({ path })
  else await terminal.print(path)
  return 0
}

/** Prints settings as JSON, keys hidden; a text alone as it is. Exits with 1 if the setting is not set. */
async function get(name: string | undefined, terminal: Terminal): Promise<number> {
  const { value } = openConfigFile(warn)
  const path = name === undefined ? [] : pathOf(name)
  const found = valueAt(hideKeys(value), path)
  if (found === undefined) {
    if (terminal.json) await terminal.printJson(null)
    else terminal.note(`${name} is not set.`)
    return 1
  }
  if (terminal.json) await terminal.printJson(found)
  else await terminal.print(typeof found === "string" ? oneLine(found) : JSON.stringify(found, null, 2))
  return 0
}

async function set(name: string, text: string, terminal: Terminal): Promise<number> {
  const path = pathOf(name)
  // The command line can be seen in the list of processes and the history of the shell.
  if (path[0] === "keys") {
    throw new UsageError(
      `Keys do not belong on the command line. Use: holdfast login ${path[1] ?? "PROVIDER"}`,
      "config",
    )
  }
  // Each task would fail with it.
  if (name === "model") assertModelName(text)
  const file = openConfigFile(warn)
  const saved = await saveFirstValid(file, path, readings(text))
  await report({ name, value: valueAt(saved.value, path), path: file.path }, terminal)
  return 0
}

/** What a value on the command line may mean: the text itself or, where that does not fit, JSON. */
function readings(text: string): unknown[] {
  try {
    return [text, JSON.parse(text)]
  } catch {
    return [text]
  }
}

async function saveFirstValid(
  file: ConfigFile,
  path: readonly string[],
  values: readonly unknown[],
): Promise<ConfigFile> {
  let refused: unknown
  for (const value of values) {
    const changed = { ...file, value: withValue(file.value, path, value) }
    try {
      await saveConfigFile(changed)
      return changed
    } catch (error) {
      if (!isHoldfastError(error) || error.code !== "invalid") throw error
      refused = error
    }
  }
  throw refused
}

async function unset(name: string, terminal: Terminal): Promise<number> {
  const path = pathOf(name)
  const file = openConfigFile(warn)
  if (valueAt(file.value, path) === undefined) {
    if (terminal.json) await terminal.printJson({ name, changed: false, path: file.path })
    else await terminal.print(`${name} is not set: nothing was changed.`)
    return 0
  }
  await saveConfigFile({ ...file, value: withValue(file.value, path, undefined) })
  if (terminal.json) await terminal.printJson({ name, changed: true, path: file.path })
  else await terminal.print(`${name} is no longer set in ${file.path}.`)
  return 0
}

async function report({ name, value, path }: { name: string; value: unknown; path: string }, terminal: Terminal) {
  if (terminal.json) await terminal.printJson({ name, value, path })
  else await terminal.print(`${name} is now ${oneLine(JSON.stringify(value))} in ${path}.`)
}

function pathOf(name: string): string[] {
  const path = settingPath(name)
  if (path) return path
  const guess = nearestSetting(name)
  throw new UsageError(
    `There is no setting ${JSON.stringify(name)}.${guess ? ` Did you mean ${guess}?` : ""}`,
    "config",
  )
}

function hideKeys(value: Record<string, unknown>): Record<string, unknown> {
  const { keys } = value
  if (typeof keys !== "object" || keys === null) return value
  return { ...value, keys: Object.fromEntries(Object.keys(keys).map((name) => [name, "(hidden)"])) }
}
