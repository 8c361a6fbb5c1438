import { isUnknown } from "../../shell/mark.ts"
import { isOption, words } from "../../shell/option.ts"
import { programNamed } from "../../shell/programs.ts"
import type { Judge, JudgeContext } from "../judge-context.ts"
import { combine, danger, type Judgement, readOnly } from "../judgement.ts"
import { gets } from "./touch.ts"

/** Subcommands that reach beyond the project, apart from publishing. */
type Reach = {
  /** Options that do so at any position. */
  options?: readonly string[]
  /** Options that do so before the subcommand. */
  front?: readonly string[]
  /** Known subcommands of ordinary project work. */
  works?: readonly string[]
  /** Subcommands that run project scripts or other programs. */
  runs?: string
}

const reaches: Readonly<Record<string, Reach>> = {
  npm: {
    options: words("-g --global -c --call --globalconfig --script-shell --location"),
    works: words("run run-script test t tst start stop restart build exec x"),
  },
  npx: { front: words("-c -y -p --call --yes --package") },
  pnpm: { options: ["-g", "--global"] },
  yarn: { runs: "run" },
  bunx: { front: ["-p", "--package"] },
  pip: { options: words("--user --target -t") },
  cargo: { options: ["--config"] },
  go: { options: words("-exec -toolexec -vettool") },
  gem: {},
  bundle: {},
  poetry: {},
  pipenv: {},
  uv: {},
  mvn: {},
}

/** The judges of package managers: installing, building and testing are the project's own work. */
export const packageJudges: Readonly<Record<string, Judge>> = Object.fromEntries(
  Object.entries(reaches).map(([name, reach]) => [name, (args, scene) => judgeManager(name, reach, args, scene)]),
)

/** Options that name another registry. */
const registries = words("--registry --index-url --extra-index-url --find-links --index --default-index --source")

const isAddress = (argument: string) => /^-i$|^(\w+\+)?(https?|git|ssh|ftp):|^git@/i.test(argument)

function judgeManager(name: string, reach: Reach, args: readonly string[], scene: JudgeContext): Judgement {
  const { looks = [], publishes = [], installs = [] } = programNamed(name)?.manages ?? {}
  const { options = [], front = [], works, runs } = reach
  // Arguments after `--` belong to the program that is run.
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args
  const at = own.findIndex((argument) => !argument.startsWith("-"))
  const subcommand = own[at] ?? ""
  const before = at < 0 ? own : own.slice(0, at)
  if (isUnknown(subcommand)) return danger("what it does is known only when it runs")
  if (publishes.includes(subcommand)) return danger(`${subcommand} reaches beyond the project`)
  if (own.some((argument) => options.includes(argument.split("=")[0] ?? "")))
    return danger("an option reaches beyond the project")
  if (before.some((argument) => isOption(argument, [...options, ...front])))
    return danger("an option runs something else")
  if (works && subcommand !== "" && ![...works, ...installs, ...looks].includes(subcommand))
    return danger(`${subcommand} is not known`)
  const isAboutPackages = installs.includes(subcommand) || looks.includes(subcommand)
  if (isAboutPackages && own.some(isUnknown)) return danger("what it asks the registry for is known only when it runs")
  if (isAboutPackages && own.some((argument) => isOption(argument, registries) || isAddress(argument)))
    return danger("names where its packages come from")
  const judged = gets(args, scene)
  if (looks.includes(subcommand)) return judged.class === "workspace" && !args.some(isUnknown) ? readOnly() : judged
  // An option before the command may take a value, so the command is not certain.
  const wraps = programNamed(name)?.wraps
  const from = wraps?.after === undefined ? at : [...wraps.after, runs].includes(subcommand) ? at + 1 : -1
  const inner = wraps && from >= 0 ? [...own.slice(from), ...args.slice(own.length + 1)] : []
  return inner.length > 0 && !inner[0]?.startsWith("-") ? combine(judged, scene.command(inner)) : judged
}
