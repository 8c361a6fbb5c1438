import { lookup } from "../../base/lookup.ts"
import { isLiteral, isUnknown, spell } from "../../shell/mark.ts"
import { matchesName, normalise } from "../../shell/path-pattern.ts"
import { resolve } from "../../shell/paths.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import { versionQuestion } from "../../shell/version.ts"
import { isHoldfast, mentionsProtected, namesProtected } from "../guard.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, forbidden, heldDanger, type Judgement, readOnly, workspace } from "../judgement.ts"
import { isTooLong, pathsIn, whereabouts } from "../whereabouts.ts"
import { judgeAwk } from "./awk.ts"
import { builtinJudges } from "./builtin.ts"
import { calculation } from "./calculation.ts"
import { judgeFind } from "./find.ts"
import { judgeGit } from "./git.ts"
import { judgeInterpreter, judgeShell, scriptJudges } from "./interpreter.ts"
import { connecting, connects, judgeDownload } from "./network.ts"
import { packageJudges } from "./package-manager.ts"
import { judgeMake, judgeOpenssl, judgeSqlite } from "./project-tool.ts"
import { judgeReader } from "./reader.ts"
import { judgeCopyBlocks, judgeOwnership, judgeRemove } from "./remove.ts"
import { judgeSed } from "./sed.ts"
import { beyond, gets } from "./touch.ts"
import { judgeWrapper, wrapperJudges } from "./wrapper.ts"
import { judgeWriter } from "./writer.ts"

/** Judges one program with its arguments; the first word is the program. */
export function judgeProgram(words: readonly string[], scene: JudgeContext): Judgement {
  const [program = "", ...args] = words
  const long = words.find(isTooLong)
  if (long !== undefined) return warn(long, scene)
  const judged = isLiteral(program)
    ? judgeKnown(program, args, scene)
    : danger("the program is known only when it runs")
  const warned = combine(judged, ...words.map((word) => warn(word, scene)))
  return guards(program, args, scene) ? { ...warned, guarded: true } : warned
}

/** Judges a word independent of its position: secrets, and text that arithmetic would evaluate. */
export function warn(word: string, scene: JudgeContext): Judgement {
  const known = scene.warnings.get(word) ?? warningOf(word, scene)
  scene.warnings.set(word, known)
  return known
}

function warningOf(word: string, scene: JudgeContext): Judgement {
  if (isTooLong(word)) return { ...danger("a word that is too long to be judged"), guarded: /holdfast/i.test(word) }
  if (/[A-Za-z_]\w*\[[^\]]*(\$[({]|`|[<>]\()/.test(word)) return danger("text that the shell may take for a command")
  // `{name[index]}` before a redirection.
  if (/^\{[A-Za-z_]\w*[[\uE003]/u.test(word)) return calculation(scene)
  const secret = pathsIn(word).some((part) => whereabouts(part, scene).includes("secret"))
  const judged = secret ? danger(`names ${spell(word)}, a place of keys and passwords`) : readOnly()
  return namesProtected(word, scene) ? { ...judged, guarded: true } : judged
}

function judgeKnown(program: string, args: readonly string[], scene: JudgeContext): Judgement {
  const name = program.includes("/") ? systemProgram(program) : program
  if (name === undefined) return judgePath(program, args, scene)
  if (name === "") return danger("no program")
  if (/^(mkfs|mke2fs|wipefs|newfs)/.test(name)) return forbidden("erases a disk")
  if (versionQuestion(name, args) === "certain") return readOnly("only prints its version")
  const judge = judgeOf(name) ?? judgeOf(commonName(name))
  if (judge) return judge(args, scene)
  const runsShell = args.some((argument) => programNamed(programName(argument))?.isShell)
  return combine(
    gets(args, scene),
    workspace("a program that is not known"),
    runsShell ? heldDanger("a program that is not known, which may run a shell") : readOnly(),
  )
}

// A program given by path is not the one in the tables, unless it is a link to one, such as `.venv/bin/python`.
function judgePath(program: string, args: readonly string[], scene: JudgeContext): Judgement {
  const byName = { ...scene, follow: (path: string) => normalise(path) }
  const names = resolve(program, scene).map((path) => path.split("/").at(-1) ?? "")
  const [, ...others] = names.map((name) => judgeOf(name) ?? judgeOf(commonName(name)))
  const judged = others.map((judge) => judge?.(args, scene) ?? readOnly())
  return whereabouts(program, byName).every((where) => where === "workspace")
    ? combine(workspace("runs a program of the workspace"), gets(args, scene), ...judged)
    : combine(danger(`runs ${spell(program)}, ${beyond(program, byName)}`), ...judged)
}

function systemProgram(program: string): string | undefined {
  return /^(?:\/usr|\/usr\/local|\/opt\/homebrew)?\/s?bin\/([^/]+)$/.exec(program)?.[1]
}

// python3.12 is python, gsed is the sed of GNU.
function commonName(name: string): string {
  const base = programName(name)
  return judgeOf(base) ? base : base.replace(/^g/, "")
}

function judgeOf(name: string): Judge | undefined {
  return lookup(judges, name) ?? judgeByTable(name)
}

/** Judges a program by its entry in the table of programs. */
function judgeByTable(name: string): Judge | undefined {
  const { reads, changes, acts, network, terminal, wraps, interprets, isShell, manages } = programNamed(name) ?? {}
  if (isShell) return judgeShell
  if (wraps && !wraps.after) return (args, scene) => judgeWrapper(name, args, scene)
  if (interprets && interprets.length > 0) return (args, scene) => judgeInterpreter(interprets, args, scene)
  if (changes) return (args, scene) => judgeWriter(name, changes, args, scene)
  if (enders.has(name)) return () => heldDanger(`${name} ends other processes`)
  if (tracers.has(name)) return () => heldDanger(`${name} runs or watches other programs`)
  const farther = danger(`${name} reaches beyond the workspace`)
  if (network === "service") return (args) => (onlyLooks(args, manages?.looks ?? []) ? readOnly() : farther)
  if (network === "remote") return (args) => connecting(args, danger(connects(args)))
  if (acts === "machine" || terminal === "edits") return () => farther
  if (network === "download") return judgeDownload
  return reads && ((args, scene) => judgeReader(reads, args, scene))
}

/** Held only where the sandbox keeps signals within it. */
export const enders: ReadonlySet<string> = new Set(["kill", "pkill", "killall"])

/** What they run or attach to is confined as they are. */
const tracers: ReadonlySet<string> = new Set(["strace", "ltrace", "gdb", "lldb", "script"])

// An option before the subcommand may name another machine.
function onlyLooks([subcommand = "", ...more]: readonly string[], looks: readonly string[]): boolean {
  return looks.includes(subcommand) && !more.some(isUnknown)
}

const judges: Readonly<Record<string, Judge>> = {
  ...wrapperJudges,
  ...scriptJudges,
  ...packageJudges,
  ...builtinJudges,
  git: judgeGit,
  find: judgeFind,
  make: judgeMake,
  openssl: judgeOpenssl,
  sqlite3: judgeSqlite,
  sed: judgeSed,
  awk: judgeAwk,
  rm: judgeRemove,
  chmod: judgeOwnership,
  chown: judgeOwnership,
  chgrp: judgeOwnership,
  chattr: judgeOwnership,
  setfacl: judgeOwnership,
  dd: judgeCopyBlocks,
}

/** Programs that run the command in their arguments. */
const runners = /^(npx|bunx|npm|pnpm|yarn|node|bun|deno|tsx|exec|xargs|.*sh)$/

// Holdfast itself, run by another program, or behind a name known only at run time.
function guards(program: string, args: readonly string[], scene: JudgeContext): boolean {
  const runs = (word: string) => isHoldfast(word) || resolve(word, scene).some(isHoldfast)
  if (runs(program)) return true
  const name = program.split("/").at(-1) ?? ""
  if (runners.test(name) && args.some(runs)) return true
  return (
    !isLiteral(program) &&
    (matchesName(name, "holdfast") ||
      [program, ...args].some((word) => /holdfast/i.test(word) || mentionsProtected(word, scene)))
  )
}
