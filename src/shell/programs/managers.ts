import { words } from "../option.ts"

/** A program that manages the packages of a project. */
export type Manager = {
  /** Sub-commands that only look. */
  looks?: readonly string[]
  /** Sub-commands that publish, sign in, or reach beyond the project. */
  publishes?: readonly string[]
  /** Other sub-commands about packages: that they pass says nothing about the work. */
  installs?: readonly string[]
  /** It runs scripts of the project by their name: with `run` before it, or for some without. */
  scripts?: "run" | "name"
}

const publishes = words(`publish unpublish login logout adduser add-user token owner access deprecate dist-tag team org
  profile star config set create dlx link hook whoami`)

const installs =
  words(`install i add ci clean-install init uninstall remove rm r un update up upgrade dedupe prune rebuild
  audit outdated view info show pack version pkg explain why fund doctor ping install-test it cache download wheel`)

export const managers: Readonly<Record<string, Manager>> = {
  npm: { looks: words("ls list root prefix bin la ll"), publishes, installs, scripts: "run" },
  pnpm: { looks: words("ls list root bin"), publishes, installs: [...installs, "store"], scripts: "name" },
  yarn: { looks: ["list"], publishes: [...publishes, "global", "npm"], installs, scripts: "name" },
  bun: { installs: [...installs, "pm"], scripts: "run" },
  composer: { installs: [...installs, "require"], scripts: "name" },
  pip: { looks: words("list show freeze check"), publishes: words("config upload"), installs },
  cargo: {
    publishes: words("publish login logout owner yank install uninstall"),
    installs: words("fetch metadata tree new init clean add update"),
  },
  go: { looks: ["version"], publishes: words("install env telemetry"), installs: words("list mod get fmt clean help") },
  gem: { looks: ["list"], publishes: words("push owner signin signout yank install uninstall") },
  bundle: { publishes: ["config"], installs: ["install", "update"] },
  poetry: { looks: ["show"], publishes: words("publish config self"), installs: words("install add lock") },
  uv: { publishes: words("publish tool self"), installs: words("sync add pip lock venv") },
  dotnet: { installs: words("restore new clean list add") },
  mvn: { publishes: ["deploy"] },
  docker: { looks: words("ps images"), installs: ["pull"] },
}
