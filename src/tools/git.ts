import { z } from "zod"
import { isWithin } from "../base/path-within.ts"
import type { Look, ToolContext } from "./contract.ts"
import { failed } from "./failure.ts"
import { pathArgument, placeOf, realPath } from "./files/workspace-path.ts"
import { runGit } from "./job/git-process.ts"

const actions = ["status", "log", "diff", "show", "branch", "rev-parse", "blame"] as const

type Action = (typeof actions)[number]

const limits = { timeoutMs: 30_000, outputBytes: 4 * 1024 * 1024 } as const

const schema = z.object({
  action: z.enum(actions),
  args: z
    .array(z.string().refine((word) => !word.includes("\0"), "an argument cannot hold a NUL character"))
    .optional()
    .describe('revisions and options, such as ["--oneline", "-n", "20"]'),
  path: pathArgument.optional().describe("only what concerns this file or directory"),
})

type Arguments = z.infer<typeof schema>

/** Looks at the history and the state of the repository. It changes nothing and runs no program of the repository. */
export const gitTool: Look<Arguments> = {
  kind: "look",
  name: "git",
  description:
    "Looks into the git repository of the workspace: status, log, diff, show, branch (lists), rev-parse, blame. It never changes anything; use bash to commit.",
  schema,
  aliases: { command: "action", arguments: "args", file: "path", file_path: "path" },
  access: async ({ path }, context) => ({
    kind: "read",
    places: [await placeOf(path ?? context.workspace, context, "read")],
  }),
  run: async ({ action, args = [], path }, context) => {
    const named = [...args.filter((word) => !word.startsWith("-")), ...(path === undefined ? [] : [path])]
    const refused = refusal(action, args) ?? first(named, strayPath) ?? (await strayLink(named, context))
    if (refused) return failed(refused)
    const command = [action, ...always[action](args), ...args, ...(path === undefined ? [] : ["--", path])]
    const env = await noFilters(context)
    if ("problem" in env) return failed(`git ${action} failed: its settings cannot be read (${env.problem})`)
    const outcome = await runGit(command, {
      cwd: context.workspace,
      env,
      signal: context.signal,
      timeoutMs: limits.timeoutMs,
      mostBytes: limits.outputBytes,
      fine: action === "diff" ? [1] : [],
    })
    if (!outcome.ok) return failed(`git ${action} failed: ${outcome.message}`)
    const text = outcome.output.toString("utf8").trimEnd() || "git printed nothing."
    return { status: "ok", text: outcome.truncated ? `${text}\n… truncated: ask for less, such as one path.` : text }
  },
}

// Options by their name up to `=`; where it ends in `*`, by how they begin.
const diffOptions =
  "-p -u -s -w -b -R -M* -C* -U* --patch --no-patch --unified --stat --shortstat --numstat --dirstat --summary --compact-summary --name-only --name-status --raw --check --minimal --patience --histogram --word-diff --ignore-all-space --ignore-space-change --ignore-space-at-eol --ignore-blank-lines --find-renames --find-copies --no-renames --diff-filter --full-index --abbrev --relative --inter-hunk-context --function-context -W --exit-code --no-color --color-words --pickaxe-all --pickaxe-regex -S* -G*"
const logOptions =
  "-n* -0* -1* -2* -3* -4* -5* -6* -7* -8* -9* -i -E -F -P -c -m -g -L* --oneline --max-count --skip --since --after --until --before --author --committer --grep --invert-grep --all-match --regexp-ignore-case --extended-regexp --fixed-strings --all --branches --tags --remotes --graph --decorate --no-decorate --decorate-refs --format --pretty --date --relative-date --reverse --first-parent --merges --no-merges --min-parents --max-parents --follow --abbrev-commit --no-abbrev-commit --topo-order --date-order --author-date-order --left-right --left-only --right-only --cherry --cherry-pick --cherry-mark --ancestry-path --simplify-by-decoration --full-history --walk-reflogs --parents --children --boundary --source --cc --no-walk --no-notes --full-diff --name-status"

const options: Readonly<Record<Action, readonly string[]>> = {
  status:
    "-s -b -u* -v -z --short --branch --porcelain --long --untracked-files --ignored --show-stash --renames --no-renames --find-renames --ahead-behind --no-ahead-behind --column --no-column".split(
      " ",
    ),
  log: `${logOptions} ${diffOptions}`.split(" "),
  diff: `--cached --staged --merge-base --no-prefix ${diffOptions}`.split(" "),
  show: `${logOptions} ${diffOptions}`.split(" "),
  branch:
    "-a -r -v -vv -l -i --list --all --remotes --verbose --show-current --contains --no-contains --merged --no-merged --points-at --sort --format --ignore-case --column --no-column --abbrev --no-abbrev".split(
      " ",
    ),
  "rev-parse":
    "-q --abbrev-ref --short --show-toplevel --show-prefix --show-cdup --git-dir --absolute-git-dir --git-common-dir --git-path --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-superproject-working-tree --verify --quiet --symbolic --symbolic-full-name --all --branches --tags --remotes --show-object-format".split(
      " ",
    ),
  blame:
    "-L* -w -M* -C* -e -s -l -t -f -n -p --date --since --porcelain --line-porcelain --show-email --show-name --show-number --root --abbrev --first-parent --ignore-rev".split(
      " ",
    ),
}

// Submodules have configurations of their own. A branch that is only named would be made.
export const plainDiff = ["--no-ext-diff", "--no-textconv", "--no-color"]
const always: Readonly<Record<Action, (args: readonly string[]) => readonly string[]>> = {
  status: () => ["--ignore-submodules=dirty"],
  log: () => plainDiff,
  diff: () => [...plainDiff, "--ignore-submodules=dirty"],
  show: () => plainDiff,
  branch: (args) => (args.includes("--show-current") ? [] : ["--list", "--no-color"]),
  "rev-parse": () => [],
  blame: () => ["--no-textconv"],
}

function refusal(action: Action, args: readonly string[]): string | null {
  for (const word of args) {
    if (word === "--") continue
    const name = word.replace(/=.*/s, "")
    const known = options[action].some((option) =>
      option.endsWith("*") ? word.startsWith(option.slice(0, -1)) && !word.startsWith("--") : option === name,
    )
    if (word.startsWith("-") && !known) {
      return `git ${action} takes no ${name} here: this tool only looks. Use bash if it is needed.`
    }
  }
  return null
}

// Two paths of which one is outside of the repository are compared as plain files, whatever they are.
function strayPath(word: string): string | null {
  if (!word.startsWith("/") && !word.startsWith("~") && !/(^|[/:])\.\.(\/|$)/.test(word)) return null
  return `${word} leads out of the workspace: name a path in it.`
}

/** Outside of a repository git compares the files behind links. */
async function strayLink(words: readonly string[], { workspace }: ToolContext): Promise<string | null> {
  const real = await Promise.all(words.map((word) => realPath(`${workspace}/${word}`)))
  const stray = words.find((_, at) => !isWithin(real[at] ?? "", workspace))
  return stray === undefined ? null : `${stray} leads out of the workspace: name a path in it.`
}

const first = (words: readonly string[], problem: (word: string) => string | null) =>
  words.map(problem).find((found) => found !== null) ?? null

/** Filters are programs that the configuration names and the files of the workspace choose: they are switched off. */
export async function noFilters(context: {
  workspace: string
  signal?: AbortSignal
}): Promise<Record<string, string> | { problem: string }> {
  const listed = await runGit(["config", "--null", "--name-only", "--get-regexp", "^filter\\."], {
    cwd: context.workspace,
    ...(context.signal ? { signal: context.signal } : {}),
    timeoutMs: limits.timeoutMs,
    fine: [1],
  })
  if (!listed.ok) return { problem: listed.message }
  const names = listed.output.toString("utf8").split("\0").filter(Boolean)
  const settings = names.flatMap((name, index) => [
    [`GIT_CONFIG_KEY_${index}`, name],
    [`GIT_CONFIG_VALUE_${index}`, name.endsWith(".required") ? "false" : ""],
  ])
  return { ...Object.fromEntries(settings), GIT_CONFIG_COUNT: `${names.length}` }
}
