import type { Behaviour } from "./behaviour.ts"
import { argumentBehaviours } from "./behaviours/arguments.ts"
import { conductBehaviours } from "./behaviours/conduct.ts"
import { formatBehaviours } from "./behaviours/formats.ts"
import { hopelessBehaviours } from "./behaviours/hopeless.ts"
import { nameBehaviours } from "./behaviours/names.ts"
import { serverBehaviours } from "./behaviours/server.ts"
import { sizeBehaviours } from "./behaviours/size.ts"

/** All of them, in the order of the table. */
export const zoo: readonly Behaviour[] = [
  ...argumentBehaviours,
  ...formatBehaviours,
  ...nameBehaviours,
  ...conductBehaviours,
  ...serverBehaviours,
  ...sizeBehaviours,
  ...hopelessBehaviours,
]

/** Those that were named; all where none is. */
export function chosen(names: readonly string[]): readonly Behaviour[] {
  const unknown = names.filter((name) => !zoo.some((behaviour) => behaviour.name === name))
  if (unknown.length > 0) {
    throw new Error(`There is no behaviour ${unknown.join(", ")}: ${zoo.map(({ name }) => name).join(", ")}`)
  }
  return names.length === 0 ? zoo : zoo.filter(({ name }) => names.includes(name))
}
