import { readFileSync, statSync } from "node:fs"
import { homedir } from "node:os"
import { isAbsolute, join, resolve } from "node:path"
import { z } from "zod"
import { profileSetting } from "../models/profile/setting.ts"
import { parseName } from "../models/providers.ts"
import { HoldfastError } from "../session/error.ts"

const schema = z.strictObject({
  model: z.string().min(1).optional(),
  keys: z.record(z.string(), z.string().min(1)).optional(),
  baseUrls: z.record(z.string(), z.url()).optional(),
  /** What a person says of a model, by `provider/model`. */
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

/** Reads the settings; without a file there are none. */
export function readConfig(directory: string): Config {
  const file = join(directory, "config.json")
  const text = readIfThere(file)
  if (text === undefined) return {}
  const config = schema.safeParse(parse(text, file))
  if (!config.success) throw invalid(file, z.prettifyError(config.error))
  if (config.data.keys && (statSync(file).mode & 0o077) !== 0) {
    throw invalid(file, `it holds keys and can be read by others. Run 'chmod 600 ${file}'`)
  }
  return config.data
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
    throw invalid(file, (error as Error).message)
  }
}

function invalid(file: string, why: string): HoldfastError {
  return new HoldfastError("invalid", `The settings in ${file} are wrong: ${why}.`)
}
