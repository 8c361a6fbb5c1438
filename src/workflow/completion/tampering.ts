import type { Evidence } from "../../session/event/common.ts"
import { isPlaceholder } from "../checks/placeholder.ts"
import { hasWord, significant, wordsOf } from "../words.ts"
import { forbids } from "./demands.ts"
import { contradicted, missing } from "./evidence.ts"
import { addedExit } from "./exit.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { tamperedTests } from "./tampered-test.ts"
import type { NetChange } from "./work.ts"

/** Ways in which the work makes itself look done: what the changes show of forbidden files, turned tests, bent check scripts, early exits and stubs. */
export function tamperings(task: string, net: readonly NetChange[], texts: readonly FileText[]): Gap[] {
  return [
    ...forbidden(task, net),
    ...tamperedTests(task, net, texts),
    ...texts.flatMap((text) => [...bentScripts(task, text), ...addedExit(task, text), ...stubs(task, text)]),
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
    const asked = hasWord(task, scriptWords) || significant(changed).some((word) => wordsOf(task).includes(word))
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

const scriptWords = ["script", "scripts", "package"] as const
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
