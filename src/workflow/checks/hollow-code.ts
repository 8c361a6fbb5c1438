import type { FileText } from "./configuration.ts"
import { isTestFile } from "./test-file.ts"

/** The process ends with success, or a failure no longer ends it: no test that comes after it can fail. */
const exits = new RegExp(
  [
    /\b(?:process(?:\?)?\.(?:exit|reallyExit)|Deno\.exit|sys\.exit|os\.Exit|process::exit|System\.exit|SystemExit)\(\s*0?\s*\)/,
    /\b(?:\w+\.)?_exit\(\s*0?\s*\)/,
    /\bprocess\[\s*["'`]\w*[eE]xit["'`]\s*\]\(\s*0?\s*\)/,
    /\braise SystemExit\b(?!\s*\()/,
    /\bprocess\.exitCode\s*=\s*0\b/,
    /\bprocess\.(?:on|once|addListener)\(\s*["'`](?:uncaughtException|unhandledRejection)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
)

/** What tests assert with is replaced. */
const replacedAssert =
  /(?<![\w.$])(?:assert(?:\.\w+)+|(?:globalThis|global|window)\.(?:expect|assert|test|it|describe)(?:\.\w+)*|expect\.\w+|(?:unittest\.)?TestCase\.\w+|process\.(?:exit|reallyExit))\s*=(?![=>])|\bsetattr\(\s*(?:unittest\.)?TestCase\b/

/** A program may exit as it likes; a module that others import may not. */
const program = {
  paths: /(?:^|\/)(?:bin|scripts?|cli)\/|(?:^|\/)(?:main|cli|__main__|manage)\.\w+$/,
  text: /^#!|\b__name__\b|\bimport\.meta\.main\b|\brequire\.main\b|\b(?:process|sys)\.argv\b|^package main\b|\bfn main\b|\bvoid main\b/m,
} as const
const exported = /^[^\S\n]*export\b|\bexports\b/m
const script = /\.[cm]?[jt]sx?$/

/** What the work put into code or its tests that can make failing tests pass; null for nothing of that kind. */
export function hollowCode({ path, before, after }: FileText): string | null {
  if (typeof after !== "string") return null
  // The setup of a test suite may bring its own assertions.
  const replaced = isTestFile(path) ? undefined : replacedAssert.exec(after)?.[0].trim()
  if (replaced && !replacedAssert.test(before ?? "")) return replaced
  if (isProgram(path, before ?? after)) return null
  const added = exitsIn(path, after)
  return added.length > exitsIn(path, before ?? "").length ? (added.at(-1) ?? null) : null
}

function exitsIn(path: string, text: string): string[] {
  const code = text.replace(/^[^\S\n]*(?:\/\/|#|\*).*$/gm, "")
  const isOwn = path.endsWith(".py") ? !/\bdef (?:exit|quit)\b/.test(code) : importsExit.test(code)
  return [...(code.match(exits) ?? []), ...(isOwn ? (code.match(bareExits) ?? []) : [])]
}

/** The same by a bare name, where that is the one of Python or of Node. */
const bareExits = /(?<![\w.])(?:exit|quit)\(\s*0?\s*\)/g
const importsExit = /\{[^}]*\bexit\b[^}]*\}\s*(?:from\s+|=\s*require\(\s*|=\s*)["'`]?(?:node:)?process\b/

/** By the text before the work: no model makes a program of the module that it wants to end. */
function isProgram(path: string, text: string): boolean {
  if (isTestFile(path)) return program.text.test(text)
  if (program.paths.test(path) || program.text.test(text)) return true
  return script.test(path) && !exported.test(text)
}
