import { basename } from "node:path"
import { simpleCommands } from "./shell-words.ts"

/** Why a command is better not waited for, in words for the model; null if it may well end by itself. */
export function foregroundProblem(line: string): string | null {
  for (const { words, detached } of simpleCommands(line)) {
    if (detached) continue
    const [program = "", ...args] = withoutRunner(words)
    if (args.some((word) => /^--?(help|version)$/.test(word))) continue
    if (interactive[program]?.(args)) {
      return `${program} needs a terminal, and commands have none. Use the file tools to read and change files, and programs that print and end.`
    }
    if (endless[program]?.(args)) {
      const shown = [program, ...args].join(" ").slice(0, 60)
      return `"${shown}" does not end by itself. Call bash again with background: true, then look at it with the jobs tool; or use a form that ends.`
    }
  }
  return null
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
const runsDevScript: Test = (args) => {
  const words = args.filter((word) => !word.startsWith("-"))
  return devScript.test((words[0] === "run" || words[0] === "run-script" ? words[1] : words[0]) ?? "")
}
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
  npm: runsDevScript,
  pnpm: runsDevScript,
  yarn: runsDevScript,
  bun: runsDevScript,
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
  vitest: (args) => firstIs("watch", "dev")(args) || watches(args),
  node: has("--watch"),
  deno: (args) => has("--watch")(args) || firstIs("serve")(args),
  cargo: firstIs("watch"),
  python: (args) => has("http.server")(args) || has("runserver")(args),
  python3: (args) => has("http.server")(args) || has("runserver")(args),
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

const runners = new Set(["npx", "bunx", "pnpx"])

function withoutRunner(words: readonly string[]): string[] {
  const [program = "", ...args] = words
  if (!runners.has(program)) return [basename(program), ...args]
  return args.slice(args.findIndex((word) => !word.startsWith("-")))
}
