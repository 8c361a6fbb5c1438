import { atLeast } from "../checks/strength.ts"
import { hasWord, pathsIn } from "../words.ts"
import type { Run, Work } from "./work.ts"

const code =
  /\.(?:[cm]?[jt]sx?|py|rb|php|sh|bash|go|rs|java|kts?|cs|fs|swift|scala|c|cc|cpp|h|hpp|lua|pl|ex|exs|dart)$/i
const lintWords = "lint linter linting linters format formatter formatting style eslint biome ruff prettier".split(" ")

/**
 * The newest run after the last change that shows whether it works. That code can be read shows no such thing; of data
 * and of style nothing more is to be had.
 */
export function tellingRun(task: string, work: Work): Run | undefined {
  const about = [...work.net.map(({ path }) => path), ...pathsIn(task)]
  const onlyData = about.length > 0 && !about.some((path) => code.test(path))
  const tells = ({ proof, seq }: Run) => {
    if (proof === null || seq < work.lastChange || proof.strength === "exists") return false
    return atLeast(proof.strength, "builds") || onlyData || (proof.kind === "lint" && hasWord(task, lintWords))
  }
  return work.runs.findLast(tells)
}
