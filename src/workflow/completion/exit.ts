import { hasWord } from "../words.ts"
import { contradicted } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { isTestFile } from "./test-file.ts"

/** The process is ended, and with success: no test that comes after it can fail. */
const exits =
  /\b(?:process\.(?:exit|reallyExit)|Deno\.exit|sys\.exit|os\._exit|os\.Exit|process::exit|System\.exit|SystemExit)\(\s*0?\s*\)/g

/** A program may end as it likes; what others import may not. */
const entry = {
  paths: /(?:^|\/)(?:bin|scripts?|cli)\/|(?:^|\/)(?:main|cli|__main__|manage)\.\w+$/,
  text: /^#!|\b__name__\b|\bimport\.meta\.main\b|\brequire\.main\b|\b(?:process|sys)\.argv\b|^package main\b|\bfn main\b|\bvoid main\b/m,
} as const
const imported = /^[^\S\n]*export\b|\bexports\b/m
const script = /\.[cm]?[jt]sx?$/
const exitWords = ["exit", "exits", "exiting", "quit", "quits", "terminate", "terminates"] as const

/** An end with success that the work put into what is tested. */
export function addedExit(task: string, { path, before, after }: FileText): Gap[] {
  if (after === null || hasWord(task, exitWords) || isProgram(path, before ?? after)) return []
  const known = exitsIn(before ?? "").length
  const added = exitsIn(after)
  const [first] = added
  if (!first || added.length <= known) return []
  const summary = `\`${first.text}\` was put into \`${path}\`: it ends the process before a test can fail`
  const evidence = contradicted({ category: "task_scope", source: "changes", summary, subject: path })
  return [{ evidence, next: `Take \`${first.text}\` out of \`${path}\``, firmness: "soft", settledByChecks: false }]
}

/** By what it was before the work: a model does not make a program of what it wants to end. */
function isProgram(path: string, text: string): boolean {
  if (isTestFile(path)) return false
  return entry.paths.test(path) || entry.text.test(text) || (script.test(path) && !imported.test(text))
}

function exitsIn(text: string): { text: string }[] {
  const code = text.replace(/^[^\S\n]*(?:\/\/|#|\*).*$/gm, "")
  return [...code.matchAll(exits)].map(([found]) => ({ text: found }))
}
