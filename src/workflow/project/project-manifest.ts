import { z } from "zod"
import { parseJson } from "../../base/parse-json.ts"

const text = z.record(z.string(), z.unknown()).catch({})
const shape = z.object({
  scripts: text.default({}),
  dependencies: text.default({}),
  devDependencies: text.default({}),
  packageManager: z.string().optional().catch(undefined),
})

export type Manifest = {
  scripts: ReadonlyMap<string, string>
  dependencies: ReadonlySet<string>
  packageManager: string | undefined
}

/** A package.json or composer.json as far as it can be read; null for one that is no JSON object. */
export function manifestOf(source: string): Manifest | null {
  const read = shape.safeParse(parseJson(source.replace(/^\ufeff/, "")))
  if (!read.success) return null
  const { scripts, dependencies, devDependencies, packageManager } = read.data
  return {
    scripts: new Map(Object.entries(scripts).flatMap(([name, script]) => asLine(name, script))),
    dependencies: new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]),
    packageManager,
  }
}

/** Composer lets a script be a list of commands. */
function asLine(name: string, script: unknown): [string, string][] {
  if (typeof script === "string") return [[name, script]]
  if (Array.isArray(script)) return [[name, script.filter((line) => typeof line === "string").join(" && ")]]
  return []
}
