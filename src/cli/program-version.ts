import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** The version in the nearest package.json, in a checkout and in the package. */
export function ownVersion(): string {
  for (let directory = import.meta.dirname; dirname(directory) !== directory; directory = dirname(directory)) {
    const file = join(directory, "package.json")
    if (existsSync(file)) return (JSON.parse(readFileSync(file, "utf8")) as { version: string }).version
  }
  return "unknown"
}
