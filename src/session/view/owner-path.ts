/** Owner types whose path is not just their name in kebab-case. */
const knownPaths: Readonly<Record<string, string>> = { Agent: "public-agent" }

/** The path that an owner type goes by: `RuntimeHandle` is `runtime-handle`. */
export function ownerPath(type: string): string {
  const kebab = type.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replace(/([A-Z])([A-Z][a-z])/g, "$1-$2")
  return knownPaths[type] ?? kebab.toLowerCase()
}
