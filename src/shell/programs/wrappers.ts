import { letters, type OptionTable, words } from "../option.ts"

/** A program that runs the command in its arguments. */
export type Wrapper = OptionTable & {
  /** How many operands stand before the command. */
  operands?: number
  /** Assignments may stand before the command. */
  assigns?: true
  /** Only these sub-commands run one. */
  after?: readonly string[]
  /** It runs only these. */
  only?: readonly string[]
  /** Options with a value by which the command runs in another place. */
  moves?: readonly string[]
}

const plain: Wrapper = { flags: [], values: [] }

export const wrappers: Readonly<Record<string, Wrapper>> = {
  time: { flags: ["-p"], values: [] },
  nice: { flags: [], values: ["-n", "--adjustment"] },
  nohup: plain,
  timeout: {
    flags: ["--foreground", "--preserve-status", "-v"],
    values: words("-k -s --signal --kill-after"),
    operands: 1,
  },
  command: { flags: ["-p"], values: [] },
  builtin: plain,
  exec: { flags: letters("cl"), values: ["-a"] },
  env: {
    flags: words("-i -0 --ignore-environment"),
    values: words("-u --unset"),
    moves: ["-C", "--chdir"],
    assigns: true,
  },
  stdbuf: { flags: [], values: letters("ioe") },
  setsid: { flags: letters("cfw"), values: [] },
  ionice: { flags: ["-t"], values: letters("cn") },
  coproc: plain,
  busybox: plain,
  toybox: plain,
  caffeinate: { flags: letters("dimsu"), values: ["-t"] },
  sudo: { flags: letters("EHnSkb"), values: letters("ugpC"), assigns: true },
  doas: { flags: ["-n"], values: letters("uC") },
  "cross-env": { ...plain, assigns: true },
  "xvfb-run": plain,
  npx: { flags: ["-y", "--yes"], values: ["-p", "--package"] },
  pnpx: plain,
  bunx: { flags: [], values: ["-p", "--package"] },
  uvx: { flags: [], values: ["--from", "--with"] },
  uv: { ...plain, after: ["run"], moves: words("--directory --project") },
  npm: { ...plain, after: ["exec", "x"] },
  pnpm: { ...plain, after: ["exec", "dlx"] },
  yarn: { ...plain, after: ["exec"] },
  bundle: { ...plain, after: ["exec"] },
  poetry: { ...plain, after: ["run"] },
  pipenv: { ...plain, after: ["run"] },
  hatch: { ...plain, after: ["run"] },
  rye: { ...plain, after: ["run"] },
  mise: { ...plain, after: ["exec"] },
  corepack: { ...plain, only: words("npm pnpm yarn") },
}
