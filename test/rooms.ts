import { posix } from "node:path"

interface Room {
  /** Rooms it may import, itself aside. */
  readonly below: readonly string[]
  /** Rooms of which it may import types. */
  readonly typesOf?: readonly string[]
  /** Packages and Node modules it may import; without a list, any. */
  readonly packages?: readonly string[]
}

const core = ["base", "session", "host", "shell", "workflow", "store", "models", "tools", "permissions"] as const

/** The rooms, from the bottom up. A new room is a decision: add it here and to CONTRIBUTING.md. */
export const rooms: Readonly<Record<string, Room>> = {
  base: { below: [] },
  session: { below: ["base"], packages: ["zod"] },
  host: { below: ["base"] },
  shell: { below: ["base", "session"], packages: ["unbash"] },
  workflow: { below: ["base", "session", "shell"], packages: ["zod"] },
  store: { below: ["base", "session", "host"] },
  models: { below: ["base", "session"] },
  tools: { below: ["base", "session", "host", "shell"] },
  permissions: { below: ["base", "session", "host", "shell"] },
  agent: { below: core },
  present: { below: [...core, "agent"] },
  client: { below: ["base", "session"], typesOf: ["server"], packages: ["eventsource-parser"] },
  server: { below: [...core, "agent", "present"] },
  cli: { below: [...core, "agent", "present", "server", "client"] },
  index: { below: [...core, "agent", "present", "server", "client"] },
  web: { below: ["base", "session", "client"], typesOf: [...core, "agent", "present", "server"] },
}

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
}

/** What a source file imports, statically or not, types included. */
export function importsOf(source: string): Import[] {
  const forms = [
    /^[ \t]*import\s+(type\s)?[^"'`;=()]*?\bfrom\s*["']([^"']+)["']/gm,
    /^[ \t]*export\s+(type\s)?\s*(?:\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*["']([^"']+)["']/gm,
    /^[ \t]*import\s*()["']([^"']+)["']/gm,
    /\bimport\s*()\(\s*["'`]([^"'`]+)["'`]/g,
  ]
  return forms.flatMap((form) =>
    [...source.matchAll(form)].map(([, type, specifier]) => ({ specifier: specifier ?? "", typeOnly: Boolean(type) })),
  )
}

/** What a file (a path from the root of the repository) imports against the table, one sentence each. */
export function violations(file: string, source: string, dependencies: readonly string[]): string[] {
  const name = roomOf(file)
  const room = rooms[name]
  if (!room) return [`${file} is in no known room`]
  const forTests = isForTests(file)
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    const refused = (why: string) => [`${file} imports ${specifier}: ${why}`]
    if (specifier.startsWith(".")) {
      const target = posix.join(posix.dirname(file), specifier)
      const other = roomOf(target)
      if (other === name) return !forTests && isForTests(target) ? refused("that is for tests") : []
      if (forTests && target.startsWith("test/")) return []
      if (room.below.includes(other)) return []
      if (typeOnly && room.typesOf?.includes(other)) return []
      return refused(`${name} may not import ${other}`)
    }
    if (forTests) return []
    const wanted = packageOf(specifier)
    if (room.packages && !room.packages.includes(wanted)) return refused(`${name} may not import ${wanted}`)
    if (name === "web" || wanted.startsWith("node:") || dependencies.includes(wanted)) return []
    return refused("it is no dependency of the product")
  })
}

function roomOf(file: string): string {
  const [top = "", second = ""] = file.split("/")
  return top === "src" ? second.replace(/^index\.ts$/, "index") : top
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
}

// Unit tests stand beside what they test; what they share is in `test/support`.
function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}
