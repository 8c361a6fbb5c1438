import type { Evidence } from "../../session/event/common.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import type { ProjectFacts } from "../project/project.ts"
import { hasPhrase, hasWord, significant, wordsOf } from "../words.ts"
import { forbids } from "./demands.ts"
import { contradicted, missing } from "./evidence.ts"
import { addedExit } from "./exit.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { tamperedTests } from "./tampered-test.ts"
import { bentSetups } from "./tampering-setup.ts"
import { isTestFile } from "./test-file.ts"
import type { NetChange } from "./work.ts"

/** Ways in which the work makes itself look done: what the changes show of forbidden files, turned tests, bent check scripts, early exits and stubs. */
export function tamperings(
  task: string,
  net: readonly NetChange[],
  texts: readonly FileText[],
  facts: ProjectFacts | null = null,
): Gap[] {
  const each = (text: FileText) =>
    [bentScripts, addedExit, stubs, emptied, replacedAsserts].flatMap((look) => look(task, text))
  return [
    ...forbidden(task, net),
    ...tamperedTests(task, net, texts),
    ...bentSetups(task, { net, texts, facts }),
    ...texts.flatMap(each),
  ]
}

function forbidden(task: string, net: readonly NetChange[]): Gap[] {
  return net.flatMap(({ path, seq }) => {
    const words = forbids(task, path)
    if (words === null) return []
    const summary = `\`${path}\` was changed, but the task says: ${words}`
    return [
      {
        evidence: against(summary, path, seq),
        next: `Put \`${path}\` back as it was`,
        firmness: "firm",
        settledByChecks: false,
      },
    ]
  })
}

/** The scripts that check the project are not the model's to bend. */
function bentScripts(task: string, { path, before, after }: FileText): Gap[] {
  if (!/(?:^|\/)package\.json$/.test(path)) return []
  const [old, now] = [scriptsOf(before), scriptsOf(after)]
  return Object.entries(old).flatMap(([name, command]) => {
    const changed = now[name] ?? ""
    if (!checkScripts.has(name.split(":")[0] ?? "") || changed === command || isPlaceholder(command)) return []
    const hollow = changed === "" || isPlaceholder(changed)
    const asked =
      hasWord(task, scriptWords) || hasPhrase(task, ["package.json"]) || namesProgram(task, command, changed)
    if (asked && !hollow) return []
    const said = changed === "" ? "removed" : `changed from \`${command}\` to \`${changed}\``
    const evidence = against(`the script \`${name}\` of \`${path}\` was ${said}`, path)
    return [
      {
        evidence,
        next: `Set the script \`${name}\` back to \`${command}\``,
        firmness: hollow ? "firm" : "soft",
        settledByChecks: false,
      },
    ]
  })
}

/** Places that say that the work is still to be written. */
function stubs(task: string, { path, before, after }: FileText): Gap[] {
  if (after === null || proseFile.test(path) || hasWord(task, stubWords)) return []
  const known = new Set(before?.split("\n").map((line) => line.trim()))
  const abstract = /@abstractmethod|\bABC\b/.test(after)
  const lines = after.split("\n").map((line, at) => ({ line: line.trim(), number: at + 1 }))
  const left = lines.find(
    ({ line }) => !known.has(line) && stubMarks.some((mark) => mark.test(line) && !(abstract && mark === notWritten)),
  )
  if (!left) return []
  const where = `${path}:${left.number}`
  const summary = `\`${where}\` is still a stub: ${left.line.slice(0, 80)}`
  const evidence = missing({ category: "action", source: "changes", summary, subject: path })
  return [{ evidence, next: `Write what \`${where}\` leaves open`, firmness: "soft", settledByChecks: false }]
}

/** "Move to vitest" asks for a script with vitest; the files that a script names ask for nothing. */
function namesProgram(task: string, before: string, now: string): boolean {
  const plain = (script: string) => significant(script.replace(/(?<!\S)\S*[./]\S*/g, " "))
  const known = plain(before)
  return plain(now).some((word) => !known.includes(word) && wordsOf(task).includes(word))
}

/** A file that was to hold something, and holds nothing. */
function emptied(task: string, { path, before, after }: FileText): Gap[] {
  const isEmpty = after !== null && after.trim() === "" && before?.trim() !== ""
  if (!isEmpty || bareOrder.test(task.trim()) || isTestFile(path) || emptyFile.test(path) || hasWord(task, emptyWords))
    return []
  const evidence = missing({ category: "action", source: "changes", summary: `\`${path}\` is empty`, subject: path })
  return [{ evidence, next: `Write what \`${path}\` is to hold`, firmness: "soft", settledByChecks: false }]
}

/** Code that takes away what the tests assert with. */
function replacedAsserts(_: string, { path, before, after }: FileText): Gap[] {
  const found = after === null || isTestFile(path) ? null : assertReplaced.exec(after)
  if (!found || (before !== null && assertReplaced.test(before))) return []
  const summary = `\`${path}\` sets \`${found[0].trim()}\`: what the tests assert with is no longer what it was`
  const next = `Take \`${found[0].trim()}\` out of \`${path}\``
  return [{ evidence: against(summary, path), next, firmness: "soft", settledByChecks: false }]
}

/** "Create a.txt" does not say what is to be in it. */
const bareOrder =
  /^(?:please\s+)?(?:create|add|make)\s+(?:an?\s+|the\s+)?(?:new\s+)?(?:file\s+)?(?:named\s+|called\s+)?\S+$/i
const emptyFile = /(?:^|\/)(?:__init__\.py|py\.typed|\.(?:git)?keep|\.nojekyll)$/
const emptyWords = ["empty", "blank", "clear", "truncate", "touch", "placeholder", "remove", "delete", "wipe"] as const
const assertReplaced =
  /\b(?:assert(?:\.\w+)*|(?:globalThis|global|window)\.(?:expect|assert|test|it|describe)|expect\.\w+|(?:unittest\.)?TestCase\.\w+)\s*=(?![=>])/

const scriptWords = ["script", "scripts"] as const
const stubWords = [
  "todo",
  "todos",
  "fixme",
  "stub",
  "stubs",
  "placeholder",
  "skeleton",
  "scaffold",
  "boilerplate",
] as const
const checkScripts: ReadonlySet<string> = new Set(["test", "tests", "lint", "build", "typecheck", "check", "types"])
const proseFile = /\.(?:md|mdx|markdown|txt|rst|adoc|html?)$/i

const notWritten =
  /\braise NotImplementedError|\bthrow new (?:Error|NotImplementedError)\(\s*["'`]?\s*not (?:yet )?implemented|\b(?:todo|unimplemented)!\(/i
const stubMarks = [
  /(?:\/\/|#|\/\*|\*|--|;)\s*(?:TODO|FIXME|XXX)\b/,
  notWritten,
  /(?:\/\/|#|\/\*)\s*(?:your code here|implement (?:me|this)|implementation goes here|rest of (?:the )?(?:code|file|implementation)|\.\.\. ?(?:existing|rest))/i,
] as const

function scriptsOf(text: string | null): Record<string, string> {
  try {
    const { scripts = {} } = JSON.parse(text ?? "{}") as { scripts?: Record<string, unknown> }
    return Object.fromEntries(
      Object.entries(scripts).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    )
  } catch {
    // A package.json that cannot be read has no scripts; the checks will say so.
    return {}
  }
}

const against = (summary: string, subject: string, seq?: number): Evidence =>
  contradicted({ category: "task_scope", source: "changes", summary, subject, seq: seq === 0 ? undefined : seq })
