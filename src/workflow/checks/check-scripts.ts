import { targetOf } from "../project/makefile.ts"
import { manifestOf } from "../project/manifest.ts"
import { instructionsFile } from "../project/project.ts"
import { instructedChecks } from "./instructions.ts"
import { innerCommand } from "./placeholder-effect.ts"
import { readShell, type Shell } from "./placeholder-shell.ts"
import { interpreters } from "./strength-programs.ts"

/** The files that the test commands of a project run as their script; `texts` are its marker files before the work. */
export function checkScripts(texts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const found = [...texts].flatMap(([path, text]) => {
    const directory = path.slice(0, path.lastIndexOf("/") + 1)
    return testLines(path.slice(directory.length), text)
      .flatMap(commandsIn)
      .flatMap(scriptRun)
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

/** The words of each simple command of a line, without what is only put before it. */
function commandsIn(line: string): string[][] {
  const tree = readShell(line)
  return tree === null ? [] : simpleCommands(tree)
}

function simpleCommands(tree: Shell): string[][] {
  switch (tree.is) {
    case "simple":
      return [innerCommand(tree.words).map(({ text }) => text)]
    case "and":
    case "or":
      return [...simpleCommands(tree.left), ...simpleCommands(tree.right)]
    case "pipe":
    case "sequence":
      return tree.parts.flatMap(simpleCommands)
    case "if":
      return [tree.condition, tree.body, ...(tree.otherwise ? [tree.otherwise] : [])].flatMap(simpleCommands)
    case "not":
    case "background":
    case "subshell":
      return simpleCommands(tree.body)
    default:
      return tree satisfies never
  }
}

/** `x` stands for a variable of a makefile. */
function scriptRun([program = "", ...rest]: readonly string[]): string[] {
  if (program.includes("/")) return [program]
  if (!interpreters.has(program.replace(/(?<![\d.])[\d.]+$/, "")) && program !== "x") return []
  const first = rest.find((word) => !word.startsWith("-"))
  return first === undefined || rest.includes("-m") || rest.includes("--check") ? [] : [first]
}
