import { readFileSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { z } from "zod"
import { profileSetting } from "../models/profile/setting.ts"
import { parseName } from "../models/providers.ts"
import { HoldfastError } from "../session/error.ts"
import { nearest } from "../tools/nearest.ts"
import type { Limits } from "./limits.ts"

const dollars = z.number().min(0)

const priceSetting = z.strictObject({
  input: dollars,
  output: dollars,
  cacheRead: dollars.optional(),
  cacheWrite: dollars.optional(),
  /** Above this many input tokens another tariff holds, and the cost is not known. */
  upTo: z.int().min(1).optional(),
})

const schema = z.strictObject({
  model: z.string().min(1).optional(),
  keys: z.record(z.string(), z.string().min(1)).optional(),
  baseUrls: z.record(z.string(), z.url()).optional(),
  /** What a person says of a model, by `provider/model`. */
  /** In US dollars a million tokens, by `provider/model`. */
  prices: z.record(z.string(), priceSetting).superRefine(namesModels).optional(),
  compaction: z
    .strictObject({
      /** From how many tokens on older messages are summed up. */
      atTokens: z.int().min(1).optional(),
      /** How many of the newest messages stay as they are. */
      keepMessages: z.int().min(1).max(1_000).optional(),
    })
    .optional(),
  profiles: z.record(z.string(), profileSetting).superRefine(namesModels).optional(),
})

/** What a person has set for all their sessions. */
export type Config = z.infer<typeof schema>

/** Where a person's own settings and rules are: `HOLDFAST_CONFIG`, else XDG config. */
export function configDirectory(env: NodeJS.ProcessEnv = process.env): string {
  if (env.HOLDFAST_CONFIG) return resolve(env.HOLDFAST_CONFIG)
  // The XDG specification: a relative path is invalid and to be ignored.
  const base = env.XDG_CONFIG_HOME && isAbsolute(env.XDG_CONFIG_HOME) ? env.XDG_CONFIG_HOME : join(homedir(), ".config")
  return join(base, "holdfast")
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
  const file = join(directory, "config.json")
  const text = readIfThere(file)
  if (text === undefined) return {}
  const config = checked(parse(text, file), file, warn)
  if (config.keys && (statSync(file).mode & 0o077) !== 0) {
    throw invalid(file, `it holds keys and can be read by others. Run 'chmod 600 ${file}'`)
  }
  return config
}

function checked(value: unknown, file: string, warn: (warning: string) => void): Config {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const isUnknown = (issue: z.core.$ZodIssue) => issue.code === "unrecognized_keys"
  const [unknown] = result.error.issues.filter(isUnknown)
  const problems = result.error.issues.filter((issue) => !isUnknown(issue))
  if (problems.length > 0 || unknown?.code !== "unrecognized_keys") {
    const words = problems.map(({ path, message }) => [path.join("."), message].filter(Boolean).join(": "))
    throw invalid(file, words.join("; "))
  }
  for (const key of unknown.keys) {
    const guess = nearest(key, keysAt(unknown.path))
    const name = JSON.stringify([...unknown.path, key].join("."))
    warn(`${file}: the setting ${name} is unknown and ignored.${guess ? ` Did you mean "${guess}"?` : ""}`)
  }
  return checked(without(value, unknown.path, unknown.keys), file, warn)
}

/** The settings that may stand there. */
function keysAt(path: readonly PropertyKey[]): string[] {
  let here: unknown = schema
  for (const part of path) {
    if (here instanceof z.ZodObject) here = here.shape[String(part)]
    if (here instanceof z.ZodOptional) here = here.unwrap()
    else if (here instanceof z.ZodRecord) here = here.valueType
  }
  return here instanceof z.ZodObject ? Object.keys(here.shape) : []
}

function without(value: unknown, [first, ...rest]: readonly PropertyKey[], keys: readonly string[]): unknown {
  const entries = Object.entries(value as object)
  if (first === undefined) return Object.fromEntries(entries.filter(([key]) => !keys.includes(key)))
  return Object.fromEntries(entries.map(([key, of]) => [key, key === first ? without(of, rest, keys) : of]))
}

// Of a name that no model has, what is set would never count.
function namesModels(profiles: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void {
  for (const name of Object.keys(profiles)) {
    try {
      parseName(name)
    } catch (error) {
      context.addIssue({ code: "custom", path: [name], message: (error as Error).message })
    }
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
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
