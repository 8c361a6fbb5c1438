import { knownPart } from "../../shell/mark.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import { scriptName } from "../../shell/script-name.ts"
import { simpleCommands } from "../../shell/simple-command.ts"
import { targetOf } from "../project/makefile.ts"
import { instructionsFile } from "../project/project.ts"
import { manifestOf } from "../project/project-manifest.ts"
import { instructedChecks } from "./instructed-checks.ts"

/** The files that the test commands of a project run as their script; `texts` are its marker files before the work. */
export function checkScripts(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = [...texts].flatMap(([path, text]) => {
    const directory = path.slice(0, path.lastIndexOf("/") + 1)
    return testLines(path.slice(directory.length), text)
      .flatMap(simpleCommands)
      .flatMap(({ words }) => scriptRun(words.map(knownPart)))
      .map((script) => directory + script.replace(/^(?:\.\/)+/, ""))
  })
  return new Set(found)
}

function testLines(name: string, text: string): readonly string[] {
  if (name === instructionsFile) return instructedChecks(text).map(({ command }) => command)
  if (name === "package.json" || name === "composer.json") {
    return [...(manifestOf(text)?.scripts ?? [])].flatMap(([script, line]) => (testName.test(script) ? [line] : []))
  }
  if (!/^(?:GNUm|m|M)akefile$/.test(name)) return []
  return ["test", "check", "tests"].flatMap((target) => targetOf(text, target)?.lines ?? [])
}

const testName = /^(?:pre|post)?(?:tests?|check|verify)(?::|$)/

/** `x` stands for a variable of a makefile. */
function scriptRun([program = "", ...rest]: readonly string[]): string[] {
  if (program.includes("/")) return [program]
  const known = programNamed(programName(program))
  const isInterpreter = known?.interprets || known?.isShell || program === "x"
  if (!isInterpreter || scriptName(program, rest) !== null) return []
  const first = rest.find((word) => !word.startsWith("-"))
  return first === undefined || first === "" || rest.includes("-m") || rest.includes("--check") ? [] : [first]
}
