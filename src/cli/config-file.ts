import { mkdirSync, realpathSync } from "node:fs"
import { dirname } from "node:path"
import { checkConfig, configDirectory, configFile, readConfigFile } from "../agent/configuration/config.ts"
import { isRecord } from "../base/is-record.ts"
import { writeWhole } from "./write-file.ts"

/** The person's settings, as they stand in the file: with what this version does not know. */
export type ConfigFile = { path: string; value: Record<string, unknown> }

/** Reads the settings; throws if the file cannot be used. */
export function openConfigFile(warn: (warning: string) => void): ConfigFile {
  const path = configFile(configDirectory())
  const value = readConfigFile(path)
  checkConfig(value, path, warn)
  return { path, value: value as Record<string, unknown> }
}

/** Writes the settings, readable only by their owner; throws if one is wrong. Durable when it returns. */
export async function saveConfigFile({ path, value }: ConfigFile): Promise<void> {
  checkConfig(value, path, () => undefined)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  await writeWhole(targetOf(path), [`${JSON.stringify(value, null, 2)}\n`], "replace")
}

// A symbolic link to the file stays a link.
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** What stands at a path; undefined if nothing does. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (here, key) => (isRecord(here) && Object.hasOwn(here, key) ? here[key] : undefined),
    value,
  )
}

/** The settings with a value at a path; without a value, that setting is left out, and what it leaves empty. */
export function withValue(
  value: Record<string, unknown>,
  [key = "", ...rest]: readonly string[],
  to: unknown,
): Record<string, unknown> {
  const { [key]: old, ...others } = value
  const below = rest.length === 0 ? to : withValue(isRecord(old) ? old : {}, rest, to)
  const isEmpty = below === undefined || (to === undefined && isRecord(below) && Object.keys(below).length === 0)
  return isEmpty ? others : { ...value, [key]: below }
}
