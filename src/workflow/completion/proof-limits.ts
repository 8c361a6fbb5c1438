import type { Evidence } from "../../session/event/common.ts"
import { isDemonstration } from "../done.ts"
import { hasPhrase, hasWord, sameText } from "../words.ts"
import { context } from "./evidence.ts"
import type { CompletionInput, OfferedChecks } from "./input.ts"
import type { Proof } from "./proof.ts"

type Proven = Extract<Proof, { state: "proven" }>

/** What brief and plan want beyond the task, and no check that passed speaks of: a person has to look at it. */
export function unshownCriteria(
  { task, done }: Pick<CompletionInput, "task" | "done">,
  { attempt }: Proven,
): Evidence[] {
  const beyond = (done?.criteria ?? []).filter(({ text }) => !sameText(text, task) && !isDemonstration(text))
  const isShown = (text: string) =>
    attempt.checks.some(({ command, kind }) => hasPhrase(text, [command]) || hasWord(text, kindWords[kind]))
  return beyond
    .filter(({ text }) => !isShown(text))
    .map(({ text }) => {
      const summary = `no check shows that "${text}"`
      return context({ category: "verification", source: "done", summary, subject: text })
    })
}

export function countUnshown({ length }: readonly Evidence[]): string[] {
  return length === 0 ? [] : [length === 1 ? "1 criterion is not shown" : `${length} criteria are not shown`]
}

/** The files of which the proof shows less than it says. */
export function weakerFiles(plan: OfferedChecks | null): string[] {
  return (plan?.weaker ?? [])
    .slice(0, 3)
    .map(({ path, strength }) => `\`${path}\` only ${strength === "builds" ? "builds" : "parses"}`)
}

/** What a criterion speaks of, where a check of that kind shows it. */
const kindWords = {
  test: ["test", "tests", "spec", "specs", "suite"],
  lint: ["lint", "lints", "linter", "style", "formatted"],
  typecheck: ["type", "types", "typecheck", "parse", "parses", "syntax", "compiles"],
  build: ["build", "builds", "compile", "compiles"],
  runtime: ["run", "runs", "exists", "start", "starts"],
} as const
