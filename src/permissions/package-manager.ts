import { isUnknown } from "../shell/mark.ts"
import { isOption, words } from "../shell/option.ts"
import { combine, danger, type Judgement, readOnly } from "./judgement.ts"
import type { Judge, Scene } from "./scene.ts"
import { gets } from "./touch.ts"

type Manager = {
  /** Sub-commands that only look. */
  looks?: readonly string[]
  /** Sub-commands that publish, sign in, or reach beyond the project. */
  dangers?: readonly string[]
  /** Options that do, wherever they stand. */
  options?: readonly string[]
  /** Options that do, before the sub-command. */
  front?: readonly string[]
  /** Sub-commands of the project's own work; without a list, all others. */
  works?: readonly string[]
  /** Sub-commands that run the command behind them; `""` where the manager itself does. */
  runs?: readonly string[]
}

const publishing = words(
  `publish unpublish login logout adduser add-user token owner access deprecate dist-tag team org profile star config set
  create dlx link hook whoami`,
)

/** Installing, building and testing are the project's own work; publishing and global changes are not. */
const managers: Readonly<Record<string, Manager>> = {
  npm: {
    looks: words("ls list root prefix bin la ll"),
    dangers: publishing,
    options: ["-g", "--global", "-c", "--call", "--globalconfig", "--script-shell", "--location"],
    works: words(
      `install i add ci clean-install run run-script test t tst start stop restart build exec x init uninstall remove rm r un
      update up upgrade dedupe prune rebuild audit outdated view info show pack version pkg explain why fund doctor ping
      install-test it cache`,
    ),
    runs: ["exec", "x"],
  },
  npx: { front: ["-c", "-y", "-p", "--call", "--yes", "--package"], runs: [""] },
  pnpm: { looks: words("ls list root bin"), dangers: publishing, options: ["-g", "--global"], runs: ["exec"] },
  yarn: { looks: ["list"], dangers: [...publishing, "global", "npm"], runs: ["exec", "run"] },
  bunx: { front: ["-p", "--package"], runs: [""] },
  pip: {
    looks: words("list show freeze check"),
    dangers: words("config upload"),
    options: ["--user", "--target", "-t"],
  },
  cargo: { dangers: words("publish login logout owner yank install uninstall"), options: ["--config"] },
  go: { looks: ["version"], dangers: words("install env telemetry"), options: ["-exec", "-toolexec", "-vettool"] },
  gem: { looks: ["list"], dangers: words("push owner signin signout yank install uninstall") },
  bundle: { dangers: words("config"), runs: ["exec"] },
  poetry: { looks: ["show"], dangers: words("publish config self"), runs: ["run"] },
  pipenv: { runs: ["run"] },
  uv: { dangers: words("publish tool self"), runs: ["run"] },
  mvn: { dangers: ["deploy"] },
}

/** The judges of package managers. */
export const packageJudges: Readonly<Record<string, Judge>> = Object.fromEntries(
  Object.entries(managers).map(([name, manager]) => [name, (args, scene) => judgeManager(manager, args, scene)]),
)

function judgeManager(manager: Manager, args: readonly string[], scene: Scene): Judgement {
  const { looks = [], dangers = [], options = [], front = [], works, runs = [] } = manager
  // What follows `--` belongs to what it runs.
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args
  const at = own.findIndex((argument) => !argument.startsWith("-"))
  const subcommand = own[at] ?? ""
  const before = at < 0 ? own : own.slice(0, at)
  if (isUnknown(subcommand)) return danger("what it does is known only when it runs")
  if (dangers.includes(subcommand)) return danger(`${subcommand} reaches beyond the project`)
  if (own.some((argument) => options.includes(argument.split("=")[0] ?? "")))
    return danger("an option reaches beyond the project")
  if (before.some((argument) => isOption(argument, [...options, ...front])))
    return danger("an option runs something else")
  if (works && subcommand !== "" && ![...works, ...looks].includes(subcommand))
    return danger(`${subcommand} is not known`)
  const judged = gets(args, scene)
  if (looks.includes(subcommand)) return judged.class === "workspace" && !args.some(isUnknown) ? readOnly() : judged
  const run = runs.includes("")
    ? own.slice(at < 0 ? own.length : at)
    : runs.includes(subcommand)
      ? own.slice(at + 1)
      : undefined
  const inner = run && [...run, ...args.slice(own.length + 1)]
  return inner && inner.length > 0 && !inner[0]?.startsWith("-") ? combine(judged, scene.command(inner)) : judged
}
