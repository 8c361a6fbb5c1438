import { readFileSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import type { z } from "zod"
import { systemCode } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import { nearest } from "../../tools/arguments/nearest.ts"
import type { Limits } from "../turn/limits.ts"
import { configSchema } from "./config-schema.ts"
import { settingsAt } from "./setting-name.ts"

/** What a person has set for all their sessions. */
export type Config = z.infer<typeof configSchema>

/** Where a person's own settings and rules are: `HOLDFAST_CONFIG`, else XDG config. */
export function configDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOLDFAST_CONFIG) return resolve(env.HOLDFAST_CONFIG)
  // The XDG specification: a relative path is invalid and to be ignored.
  const base = env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(homedir(), ".config")
  return join(base, "holdfast")
}

export function configFile(directory: string): string {
  return join(directory, "config.json")
}

/** The limits that are set for all sessions. */
export function limitsIn({ compaction = {} }: Config): Partial<Limits> {
  const { atTokens, keepMessages } = compaction
  return {
    ...(atTokens === undefined ? {} : { compactAt: atTokens }),
    ...(keepMessages === undefined ? {} : { keepMessages }),
  }
}

/** Reads the settings; without a file there are none. A setting that a newer version may know is left out, with a warning. */
export function readConfig(directory: string, warn: (warning: string) => void): Config {
  const file = configFile(directory)
  const config = checkConfig(readConfigFile(file), file, warn)
  if (config.keys && (statSync(file).mode & 0o077) !== 0) {
    throw invalid(file, `it holds keys and can be read by others. Run 'chmod 600 ${file}'`)
  }
  return config
}

/** What the file holds, unchecked; nothing without a file. */
export function readConfigFile(file: string): unknown {
  const text = readIfThere(file)
  return text === undefined ? {} : parse(text, file)
}

/** Throws if a value is wrong. What this version does not know is left out, with a warning. */
export function checkConfig(value: unknown, file: string, warn: (warning: string) => void): Config {
  const result = configSchema.safeParse(value)
  if (result.success) return result.data
  const isUnknown = (issue: z.core.$ZodIssue) => issue.code === "unrecognized_keys"
  const [unknown] = result.error.issues.filter(isUnknown)
  const problems = result.error.issues.filter((issue) => !isUnknown(issue))
  if (problems.length > 0 || unknown?.code !== "unrecognized_keys") {
    const words = problems.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "))
    throw invalid(file, words.join("; "))
  }
  for (const key of unknown.keys) {
    const guess = nearest(key, settingsAt(unknown.path))
    const name = JSON.stringify([...unknown.path, key].join("."))
    warn(`${file}: the setting ${name} is unknown and ignored.${guess ? ` Did you mean "${guess}"?` : ""}`)
  }
  return checkConfig(without(value, unknown.path, unknown.keys), file, warn)
}

function without(value: unknown, [first, ...rest]: readonly PropertyKey[], keys: readonly string[]): unknown {
  const entries = Object.entries(value as object)
  if (first === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)))
  return Object.fromEntries(entries.map(([key, of]) => [key, key === first ? without(of, rest, keys) : of]))
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined
    throw new HoldfastError("invalid", `The settings in ${file} cannot be read: ${(error as Error).message}.`, {
      cause: error,
    })
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const { message } = error as Error
    // V8 says where, but for a text that ends too early.
    const [, position = text.length] = /at position (\d+)/.exec(message) ?? []
    const before = text.slice(0, Number(position)).split("\n")
    const where = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
    const what = message.replace(/ in JSON at position.*| \(line \d+ column \d+\)/s, "")
    throw new HoldfastError(
      "invalid",
      `${file} is not valid JSON at ${where}: ${what}. Fix that line, or move the file away to run without settings.`,
      { cause: error },
    )
  }
}

function invalid(file: string, why: string): HoldfastError {
  return new HoldfastError("invalid", `The settings in ${file} are wrong: ${why}.`)
}
