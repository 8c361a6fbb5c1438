import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { eventCatalogue } from "./event-docs.ts"
import { publishedSchema } from "./event-schema.ts"

/** The documents that are made from the code, by their path in the repository. */
export function generatedDocs(): Record<string, string> {
  return { "docs/events.md": eventCatalogue(), "docs/events.schema.json": `${json(publishedSchema())}\n` }
}

/** Those that are not as the code says. */
export function staleDocs(): string[] {
  return Object.entries(generatedDocs()).flatMap(([path, text]) => (read(path) === text ? [] : [path]))
}

function locate(path: string): URL {
  return new URL(`../${path}`, import.meta.url)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(locate(path), "utf8")
  } catch {
    return undefined // not there yet: stale
  }
}

const width = 120

/** JSON as the formatter of this repository has it: arrays on one line where they fit, objects a field a line. */
function json(value: unknown, indent = "", before = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (!Array.isArray(value)) {
    const fields = Object.entries(value).map(([key, part]) => {
      const name = `${JSON.stringify(key)}: `
      return `${inner}${name}${json(part, inner, inner.length + name.length)}`
    })
    return fields.length === 0 ? "{}" : `{\n${fields.join(",\n")}\n${indent}}`
  }
  const items = value.map((part) => json(part, inner, inner.length))
  const line = `[${items.join(", ")}]`
  if (!line.includes("\n") && before + line.length + 1 <= width) return line
  return `[\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}]`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of staleDocs()) {
    writeFileSync(locate(path), generatedDocs()[path] ?? "")
    process.stdout.write(`wrote ${path}\n`)
  }
}
