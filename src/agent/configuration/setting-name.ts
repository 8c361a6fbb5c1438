import { z } from "zod"
import { nearest } from "../../tools/arguments/nearest.ts"
import { configSchema } from "./config-schema.ts"

/** The path of a setting by its dotted name, such as `compaction.atTokens`; undefined if there is no such setting. */
export function settingPath(name: string): string[] | undefined {
  return pathIn(configSchema, name)
}

/** The settings below a path. */
export function settingsAt(path: readonly PropertyKey[]): string[] {
  let here: unknown = configSchema
  for (const part of path) {
    const parent = unwrapped(here)
    here =
      parent instanceof z.ZodObject ? parent.shape[String(part)] : parent instanceof z.ZodRecord && parent.valueType
  }
  return keysOf(unwrapped(here))
}

/** The settings whose names are known: those of a model are below its own name. */
export function settingNames(): string[] {
  const { $schema: _, ...settings } = configSchema.shape
  return Object.entries(settings).flatMap(([top, of]) => [top, ...keysOf(unwrapped(of)).map((key) => `${top}.${key}`)])
}

/** The setting that a mistyped name was most likely meant to be. */
export function nearestSetting(name: string): string | undefined {
  return nearest(name, settingNames())
}

function pathIn(schema: unknown, name: string): string[] | undefined {
  const here = unwrapped(schema)
  if (here instanceof z.ZodObject) {
    const key = keysOf(here).find((one) => name === one || name.startsWith(`${one}.`))
    if (key === undefined || key === name) return key === undefined ? undefined : [key]
    const rest = pathIn(here.shape[key], name.slice(key.length + 1))
    return rest && [key, ...rest]
  }
  if (!(here instanceof z.ZodRecord)) return undefined
  // The name of a model may hold dots, so what may follow it decides where it ends.
  const last = keysOf(unwrapped(here.valueType)).find((key) => name.endsWith(`.${key}`))
  return last === undefined ? [name] : [name.slice(0, -last.length - 1), last]
}

function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional ? unwrapped(schema.unwrap()) : schema
}

function keysOf(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}
