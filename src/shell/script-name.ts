import { valued } from "./programs/checkers.ts"
import { programNamed } from "./programs.ts"

/** The arguments that are neither options nor their values. */
export function positionals(args: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? ""
    if (word === "--") break
    if (valued.has(word)) at++
    else if (!word.startsWith("-") || word === "-") found.push(word)
  }
  return found
}

/** The script of the project that a package manager runs: `npm test`, `pnpm run lint`, `yarn build`. */
export function scriptName(program: string, args: readonly string[]): string | null {
  const manager = programNamed(program)?.manages
  const [verb = "", name = ""] = positionals(args)
  if (manager?.scripts === undefined || verb === "") return null
  if (verb === "run" || verb === "run-script") return name === "" ? null : name
  if (verb === "t" || verb === "tst") return "test"
  if (manager.scripts === "run") return verb === "test" || verb === "start" ? verb : null
  return isAboutPackages(program, verb) ? null : verb
}

/** Whether a sub-command of a package manager is about packages, and no script. */
export function isAboutPackages(name: string, verb: string): boolean {
  const { looks = [], publishes = [], installs = [] } = programNamed(name)?.manages ?? {}
  return verb === "" || looks.includes(verb) || publishes.includes(verb) || installs.includes(verb)
}
