import { parseName } from "../../models/catalog/providers.ts"

/** The name of a model as a session may keep it: a misspelt one is refused with what to write instead. */
export function checkedModelName(name: string): string {
  if (name !== "demo" && !name.startsWith("scripted:")) parseName(name)
  return name
}
