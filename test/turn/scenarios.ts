import { answers, failures } from "./scenario/answers.ts"
import { context } from "./scenario/context.ts"
import { cancels, people } from "./scenario/people.ts"
import { repairs } from "./scenario/repair.ts"
import { slow } from "./scenario/slow.ts"
import { notes, tools } from "./scenario/tools.ts"
import { workflow } from "./scenario/workflow.ts"
import type { Scenario } from "./scenario.ts"

/** Every kind of work that a crash may cut off. */
export const scenarios: readonly Scenario[] = [
  ...answers,
  ...tools,
  ...people,
  ...failures,
  ...cancels,
  ...notes,
  ...workflow,
  ...repairs,
  ...context,
]

export const slowScenarios: readonly Scenario[] = slow.slice(0, 1)

export function scenarioNamed(name: string): Scenario {
  const found = [...scenarios, ...slow].find((scenario) => scenario.name === name)
  if (!found) throw new Error(`There is no scenario ${name}.`)
  return found
}
