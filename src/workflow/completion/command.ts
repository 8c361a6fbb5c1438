import { provenBy } from "../checks/placeholder.ts"

const table = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Programs that only look or talk: that they ended well shows nothing of the work. */
const observers = table(`
  cat ls pwd cd find stat head tail rg grep egrep fgrep awk wc which type file tree less more du df date sleep env
  echo printf true false test [ : exit export set`)

const readingGit = table("status log diff show remote blame grep ls-files rev-parse describe")

const checkKinds: ReadonlySet<string> = new Set(["test", "lint", "typecheck"])

/** Whether a command does something: it is more than a look, a word or a check. */
export function acts(command: string): boolean {
  return !checkKinds.has(provenBy(command)?.kind ?? "") && partsOf(command).some((part) => !onlyLooks(part))
}

/** Whether nothing comes of a command but words. */
export function looksOnly(command: string): boolean {
  return partsOf(command).every(onlyLooks)
}

function partsOf(command: string): string[] {
  return command
    .split(/&&|\|\||[;|\n]/)
    .map((part) => part.trim().replace(/^(?:[A-Z_][A-Z0-9_]*=\S*\s+)+/, ""))
    .filter((part) => part !== "")
}

function onlyLooks(part: string): boolean {
  const [program = "", first = ""] = part.split(/\s+/)
  const name = program.slice(program.lastIndexOf("/") + 1)
  if (/(?:^|[^>&\d])>/.test(part)) return false
  return observers.has(name) || (name === "git" && readingGit.has(first))
}
