import { type Model, type Request, type ScriptStep, scriptedModel } from "../../src/index.ts"

/** A scripted model that can do what is said, and all that it was asked. */
export function listening(
  steps: readonly ScriptStep[],
  more: Partial<Pick<Model, "profile" | "contextWindow">> = {},
): { model: Model; requests: Request[] } {
  const requests: Request[] = []
  const model = scriptedModel("scripted:context", steps)
  return {
    requests,
    model: {
      ...model,
      ...more,
      stream(request, signal) {
        requests.push(request)
        return model.stream(request, signal)
      },
    },
  }
}

type Profile = NonNullable<Model["profile"]>

/** A profile that a person set. */
export const profile = (of: Partial<Profile>): Profile => ({
  toolFormat: "native",
  strength: "standard",
  strictness: "standard",
  source: "set",
  ...of,
})
