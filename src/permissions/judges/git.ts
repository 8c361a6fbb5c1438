import { isWithin } from "../../base/path-within.ts"
import { isLiteral, isUnknown, spell } from "../../shell/mark.ts"
import { isOption, type OptionTable, operandsOf, optionValues, takeOptions, words } from "../../shell/option.ts"
import { segmentsOf } from "../../shell/path-pattern.ts"
import { resolve } from "../../shell/paths.ts"
import { namesProtected } from "../guard.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { bringing, combine, danger, type Judgement, readOnly } from "../judgement.ts"
import { pathsIn } from "../whereabouts.ts"
import { connecting } from "./network.ts"
import { gets, reads, writes } from "./touch.ts"

/** `git`, by its subcommand, and by options that run programs. */
export const judgeGit: Judge = (args, scene) => {
  const front = takeFront(args)
  if (!front) return danger("git options that run programs or select another repository")
  const [subcommand, ...rest] = front.rest
  if (subcommand === undefined) return readOnly()
  if (!isLiteral(subcommand)) return danger("the sub-command of git is known only when it runs")
  // -C sets the base of the other paths.
  const there = front.directories.flatMap((directory) => resolve(directory, scene))
  const where = { ...scene, directories: [...scene.directories, ...there] }
  const judged = Object.hasOwn(subcommands, subcommand) ? subcommands[subcommand] : undefined
  if (!judged) return danger(`git ${spell(subcommand)} is not known: it may be an alias`)
  const whole = combine(
    contacts.includes(subcommand) ? connecting(rest, judged(rest, where)) : judged(rest, where),
    riskyOptions(rest, where),
    brings(subcommand, rest) ? bringing() : readOnly(),
    isInBareRepository(where) ? danger("runs git in a bare repository of the workspace") : readOnly(),
  )
  const directoryAccess = whole.class === "read-only" ? reads(front.directories, scene) : gets(front.directories, scene)
  const named = rest.some((word) => namesProtected(word, where))
  return combine(whole, directoryAccess, { ...readOnly(), guarded: named })
}

/** Sub-commands that talk to another repository. */
const contacts = words("clone fetch pull push ls-remote")

/** Options allowed before the subcommand; others run programs or select another repository. */
const front: { flags: readonly string[]; settings: RegExp } = {
  flags: [
    "--no-pager",
    "--no-optional-locks",
    "--literal-pathspecs",
    "--version",
    "--help",
    "--no-replace-objects",
    "-P",
  ],
  settings:
    /^(color\.|core\.quotepath|core\.abbrev|user\.(name|email)=|advice\.|log\.|diff\.(context|renames|algorithm)(=|$)|status\.|column\.|init\.defaultbranch|core\.pager=(cat)?$)/i,
}

function takeFront(args: readonly string[]): { rest: readonly string[]; directories: readonly string[] } | undefined {
  const directories: string[] = []
  let at = 0
  while (at < args.length && (args[at] ?? "").startsWith("-")) {
    const [argument = "", value = ""] = args.slice(at, at + 2)
    const setting = argument === "-c" && isLiteral(value) && front.settings.test(value)
    if (argument === "-C") directories.push(value)
    else if (!setting && !front.flags.includes(argument)) return undefined
    at += setting || argument === "-C" ? 2 : 1
  }
  return { rest: args.slice(at), directories }
}

function riskyOptions(args: readonly string[], scene: JudgeContext): Judgement {
  const risky = [
    "--ext-diff",
    "--textconv",
    "--filters",
    "--unsafe-paths",
    "--open-files-in-pager",
    "--upload-pack",
    "--receive-pack",
    "--exec",
  ]
  return combine(
    // `--text` is an option of its own, not a short `--textconv`.
    args.some((argument) => argument !== "--text" && isOption(argument, risky))
      ? danger("an option makes git run programs")
      : readOnly(),
    writes(optionValues(args, ["--output", "--output-directory"]), scene),
    args.some((argument) => /^ext::/.test(argument)) ? danger("an address that makes git run programs") : readOnly(),
  )
}

const looks: Judge = (args, scene) =>
  combine(
    // Git reads what it keeps, and follows links only where it compares or reads plain files.
    reads(args.flatMap(pathsIn), {
      ...scene,
      brought: scene.brought && args.some((word) => isOption(word, plainFiles)),
    }),
    args.some(isUnknown) ? danger("its arguments are known only when it runs") : readOnly(),
  )

const plainFiles = words("--no-index --contents -f --file")

const changes: Judge = (args, scene) => {
  // A commit message is free text.
  const message = ["-m", "--message", "-am", "--author", "--date"]
  const others = args.filter((_, at) => !message.includes(args[at - 1] ?? ""))
  return combine(
    gets(others, scene),
    others.some(isUnknown) ? danger("its arguments are known only when it runs") : readOnly(),
  )
}

/** Commands that put files into the workspace, which may be links. A new branch of what is there brings none. */
const bringers = words(
  `checkout switch merge pull stash rebase cherry-pick revert reset restore apply am clone worktree submodule bisect`,
)

function brings(subcommand: string, args: readonly string[]): boolean {
  const isNew = args.some((argument) => ["-b", "-c"].includes(argument)) && operandsOf(args).length <= 1
  const isLook = subcommand === "stash" && ["list", "show"].includes(args[0] ?? "")
  return bringers.includes(subcommand) && !isNew && !isLook
}

/** A directory with the layout of a repository is one, and its settings name programs that git runs. */
function isInBareRepository({ directories, workspace, entries }: JudgeContext): boolean {
  const above = new Set(directories.flatMap((directory) => ancestors(directory, workspace)))
  return [...above].some((directory) => {
    const names = entries(directory).map(({ name }) => name)
    return ["HEAD", "objects", "refs"].every((name) => names.includes(name))
  })
}

function ancestors(directory: string, workspace: string): readonly string[] {
  if (!isWithin(directory, workspace)) return []
  const names = segmentsOf(directory.slice(workspace.length))
  return Array.from({ length: names.length + 1 }, (_, count) => [workspace, ...names.slice(0, count)].join("/"))
}

const dangers =
  (why: string): Judge =>
  () =>
    danger(why)

/** Dangerous with one of these options, or one of these first operands. */
function unless(judge: Judge, options: readonly string[], operands: readonly string[], why: string): Judge {
  return (args, scene) =>
    args.some((argument) => isOption(argument, options)) || operands.includes(operandsOf(args)[0] ?? "")
      ? danger(why)
      : judge(args, scene)
}

/** Read-only without arguments or with one of these first: an option before it may take a value. */
function only(first: readonly string[], otherwise: Judge): Judge {
  return (args, scene) =>
    args[0] === undefined || first.includes(args[0]) ? looks(args, scene) : otherwise(args, scene)
}

/** Whether all options are known and one of these is among them, not as another's value. */
function isAsked(args: readonly string[], options: readonly string[], table: OptionTable): boolean {
  const taken = takeOptions(args, table)
  return !taken.odd && taken.options.some(({ name }) => options.includes(name))
}

const settingQueries = words("--get --get-all --get-regexp --get-urlmatch --list -l")
const settingOptions: OptionTable = {
  flags: [
    ...settingQueries,
    ...words(`-z --null --name-only --show-origin --show-scope --show-names --global --system --local --worktree --includes
      --no-includes --bool --int --bool-or-int --path --expiry-date --all --regexp --fixed-value`),
  ],
  values: words("-f --file --blob --type --default --value --url"),
}

function judgeSettings(args: readonly string[], scene: JudgeContext): Judgement {
  const [first = "", ...rest] = args
  const asks = ["get", "list"].includes(first)
    ? !takeOptions(rest, settingOptions).odd
    : isAsked(args, settingQueries, settingOptions)
  return asks ? looks(args, scene) : danger("changes how git works, and what it runs")
}

const loses = "may lose work that is not committed"
const rewrites = "rewrites or removes what git keeps"

const list = (names: string, judge: Judge) => Object.fromEntries(names.split(/\s+/).map((name) => [name, judge]))

// `git branch new` and `git tag new` create; with only these options they list.
const listing =
  (flags: RegExp, otherwise: Judge): Judge =>
  (args, scene) =>
    args.every((argument) => flags.test(argument)) ? looks(args, scene) : otherwise(args, scene)

const subcommands: Readonly<Record<string, Judge>> = {
  ...list(
    `status log diff show rev-parse rev-list ls-files ls-tree cat-file blame annotate describe shortlog name-rev merge-base
    for-each-ref show-ref var count-objects check-ignore check-attr cherry diff-tree diff-index diff-files range-diff
    whatchanged version show-branch merge-tree`,
    looks,
  ),
  help: unless(looks, ["-w", "-i", "--web", "--info"], [], "an option makes git run programs"),
  grep: unless(looks, ["-O"], [], "an option makes git run programs"),
  ...list("add commit merge cherry-pick revert mv rm init apply am pull fetch stage format-patch", changes),
  rebase: unless(changes, ["-x", "-i", "--interactive"], [], "runs commands"),
  clone: unless(changes, ["-u", "-c", "--config", "--template"], [], "runs programs of the address it clones"),
  branch: listing(
    /^(-[avr]+|-vv|--all|--list|--remotes|--verbose|--show-current|--(no-)?(merged|contains)(=.*)?|--sort=.*|--format=.*|--(no-)?color(=.*)?)$/,
    unless(changes, ["-D", "-d", "-M", "-C", "-f", "--delete", "--force"], [], rewrites),
  ),
  tag: listing(
    /^(-l|-n\d*|--list|--sort=.*|--(no-)?contains(=.*)?|--points-at=.*)$/,
    unless(changes, ["-d", "-f", "--delete", "--force"], [], rewrites),
  ),
  checkout: unless(
    (args, scene) =>
      args.includes("--") || operandsOf(args).some((operand) => /^\.?\.?\/|^\.+$|[\uE002\uE003]/u.test(operand))
        ? danger(loses)
        : changes(args, scene),
    ["-f", "--force", "-B", "--ours", "--theirs"],
    [],
    loses,
  ),
  switch: unless(changes, ["-f", "--force", "--discard-changes", "-C"], [], loses),
  restore: (args, scene) =>
    args.includes("--staged") && !args.some((argument) => isOption(argument, ["--worktree", "-W"]))
      ? changes(args, scene)
      : danger(loses),
  reset: unless(changes, ["--hard", "--merge", "--keep"], [], loses),
  clean: (args, scene) =>
    isAsked(args, ["-n", "--dry-run"], {
      flags: words("-n -d -x -X -q --dry-run --quiet"),
      values: ["-e", "--exclude"],
    })
      ? looks(args, scene)
      : danger(loses),
  stash: (args, scene) =>
    ["list", "show"].includes(args[0] ?? "")
      ? looks(args, scene)
      : unless(changes, [], ["drop", "clear"], loses)(args, scene),
  remote: (args, scene) =>
    args.every((argument) => ["-v", "--verbose"].includes(argument)) || args[0] === "get-url"
      ? looks(args, scene)
      : danger("changes where git sends and gets"),
  config: judgeSettings,
  worktree: only(["list"], unless(changes, ["--force", "-f"], ["remove", "prune"], rewrites)),
  submodule: only(["status", "summary"], dangers("fetches and runs what others wrote")),
  reflog: (args, scene) =>
    args[0] === "show" || args.every((argument) => /^-|^\d+$/.test(argument)) ? looks(args, scene) : danger(rewrites),
  notes: only(["list", "show"], changes),
  bisect: unless(changes, [], ["run"], "runs commands"),
  "symbolic-ref": (args, scene) =>
    operandsOf(args).length <= 1 && !args.some((a) => isOption(a, ["-d", "--delete"]))
      ? looks(args, scene)
      : danger(rewrites),
  "ls-remote": changes,
  archive: unless(changes, ["-o", "--remote"], [], "writes or reads outside the repository"),
  push: dangers("sends to others"),
  fsck: changes,
  gc: dangers(rewrites),
  prune: dangers(rewrites),
  "update-ref": dangers(rewrites),
  "filter-branch": dangers(rewrites),
}
