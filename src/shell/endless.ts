import { lookup } from "../base/lookup.ts"
import { programName } from "./programs.ts"
import { positionals, scriptName } from "./script-name.ts"

/** Whether a simple command runs until it is ended: a server, a watcher. */
export function neverEnds([path = "", ...args]: readonly string[]): boolean {
  return lookup(endless, programName(path))?.(args) ?? false
}

/** Whether a simple command needs a person at a terminal. */
export function needsTerminal([path = "", ...args]: readonly string[]): boolean {
  return lookup(interactive, programName(path))?.(args) ?? false
}

type Test = (args: readonly string[]) => boolean

const always: Test = () => true
const has =
  (...words: string[]): Test =>
  (args) =>
    args.some((word) => words.includes(word))
const firstIs =
  (...words: string[]): Test =>
  (args) =>
    words.includes(args.find((word) => !word.startsWith("-")) ?? "")
const hasNot =
  (test: Test): Test =>
  (args) =>
    !test(args)
// Short options are written together: `-fn 5` follows, too.
const hasLetter =
  (letter: string, ...long: string[]): Test =>
  (args) =>
    args.some((word) => (/^-[a-zA-Z]+/.test(word) && word.includes(letter)) || long.includes(word.replace(/=.*/, "")))

const interactive: Readonly<Record<string, Test>> = {
  vi: always,
  vim: hasNot(has("-es", "-Es")),
  nvim: hasNot(has("--headless", "-es")),
  view: always,
  nano: always,
  pico: always,
  emacs: hasNot(has("--batch", "-batch", "--script")),
  less: always,
  more: always,
  top: hasNot(hasLetter("b", "-l")),
  htop: always,
  btop: always,
  tmux: firstIs("", "attach", "a"),
  screen: always,
}

const devScript = /^(?:dev|start|serve|watch|preview)(?:[:-].*)?$/
const runsDevScript =
  (program: string): Test =>
  (args) =>
    devScript.test(scriptName(program, args) ?? positionals(args)[0] ?? "")
const watches: Test = has("-w", "--watch", "--watchAll", "--watch-all")

const endless: Readonly<Record<string, Test>> = {
  tail: hasLetter("f", "--follow", "-F", "--retry"),
  watch: always,
  yes: always,
  ping: hasNot(hasLetter("c", "-n")),
  sleep: has("infinity", "inf"),
  journalctl: hasLetter("f", "--follow"),
  dmesg: hasLetter("w", "--follow"),
  docker: (args) => has("logs")(args) && hasLetter("f", "--follow")(args),
  kubectl: (args) => has("logs")(args) && hasLetter("f", "--follow")(args),
  npm: runsDevScript("npm"),
  pnpm: runsDevScript("pnpm"),
  yarn: runsDevScript("yarn"),
  bun: runsDevScript("bun"),
  vite: hasNot(firstIs("build", "optimize")),
  next: firstIs("dev", "start"),
  nuxt: firstIs("dev", "start", "preview"),
  astro: firstIs("dev", "preview"),
  ng: firstIs("serve", "s"),
  webpack: (args) => firstIs("serve", "watch")(args) || watches(args),
  "webpack-dev-server": always,
  rollup: watches,
  parcel: hasNot(firstIs("build")),
  nodemon: always,
  "http-server": always,
  "live-server": always,
  serve: always,
  tsc: watches,
  jest: watches,
  mocha: watches,
  ava: watches,
  vitest: (args) => firstIs("watch", "dev")(args) || watches(args),
  node: has("--watch"),
  deno: (args) => has("--watch")(args) || firstIs("serve")(args),
  cargo: firstIs("watch"),
  python: (args) => has("http.server")(args) || has("runserver")(args),
  flask: has("run"),
  uvicorn: always,
  gunicorn: always,
  hypercorn: always,
  streamlit: firstIs("run"),
  rails: firstIs("server", "s"),
  php: (args) => has("-S", "serve")(args),
  hugo: firstIs("server", "serve"),
  jekyll: firstIs("serve"),
  mkdocs: firstIs("serve"),
}
