import { sortOf } from "../project/coverage.ts"
import type { ProjectFacts } from "../project/project.ts"
import { isTestFile } from "../project/project.ts"
import { quotePath } from "../project/quote.ts"
import { hasPhrase } from "../words.ts"

/** Ways to say that the result has to run; and that it must not be run. */
const wanted = [
  "it runs",
  "they run",
  "this runs",
  "script runs",
  "program runs",
  "file runs",
  "runs",
  "run it",
  "run them",
].concat([
  "should run",
  "must run",
  "can run",
  "executes",
  "execute it",
  "run the script",
  "run the program",
  "run the file",
])
/** "Make sure that it works": a run is the least that shows it, where nothing else does. "How it works" asks for words. */
const assured = ["sure", "verify", "check", "confirm", "show", "prove", "see"].flatMap((word) => [word, `${word} that`])
const working = ["it works", "they work", "this works", "the script works", "the program works"]
const refused = ["do not run", "don't run", "dont run", "never run", "without running", "not execute", "don't execute"]

/** "A script that prints …" shows by itself whether it does, unless it has to be given something. */
const printing = /\b(?:that|which|and|to) prints?\b/i
const given =
  /\b(?:arguments?|args|parameters?|options?|stdin|inputs?|prompts?|asks?|users?|given|passed|reads?|server|listens?|ports?|forever|delete[sd]?|removes?|deploys?|sends?|uploads?)\b/i

const runners: Readonly<Record<string, readonly string[]>> = {
  ".py": ["python", "python3"],
  ".js": ["node"],
  ".mjs": ["node"],
  ".cjs": ["node"],
  ".sh": ["bash"],
  ".rb": ["ruby"],
  ".php": ["php"],
}
const most = 3

/**
 * How the touched files are run, where the task says that they should run: those that it names, else all of them. That
 * they work is better seen by the checks of the project, which cover what is `proven`.
 */
export function runChecks(
  task: string,
  touched: { paths: readonly string[]; proven: ReadonlySet<string> },
  facts: ProjectFacts,
) {
  const runnable = touched.paths.filter(
    (path) => !isTestFile(path) && sortOf(path).sort === "used" && endingOf(path) in runners,
  )
  const unproven = runnable.filter((path) => !touched.proven.has(path))
  if (hasPhrase(task, refused)) return []
  const prints = printing.test(task) && !given.test(task)
  const among = asksToRun(task, runnable) ? runnable : asksToWork(task, unproven) ? unproven : []
  const named = namedIn(task, among)
  const wantedRuns = among.length > 0 ? (named.length > 0 ? named : among) : prints ? namedIn(task, unproven) : []
  const chosen = wantedRuns.slice(0, most)
  return chosen.map((path) => {
    const programs = runners[endingOf(path)] ?? []
    const program = programs.find((name) => facts.available.has(name))
    return { path, needs: programs.join(" or "), command: program ? `${program} ${quotePath(path)}` : null }
  })
}

function asksToRun(task: string, paths: readonly string[]): boolean {
  const orders = namedIn(task, paths).flatMap((path) => [`run ${nameOf(path)}`, `run ${path}`])
  return hasPhrase(task, [...wanted, ...orders])
}

function asksToWork(task: string, paths: readonly string[]): boolean {
  const all = [...working, ...namedIn(task, paths).flatMap((path) => [`${nameOf(path)} works`, `${path} works`])]
  return hasPhrase(
    task,
    all.flatMap((works) => assured.map((word) => `${word} ${works}`)),
  )
}

const namedIn = (task: string, paths: readonly string[]) => paths.filter((path) => hasPhrase(task, [nameOf(path)]))
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
const endingOf = (path: string) => /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? ""
