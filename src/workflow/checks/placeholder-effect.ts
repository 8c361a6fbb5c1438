import type { ProjectFacts } from "../project/project.ts"
import { inlineCode, inlineProof } from "./placeholder-inline.ts"
import { type Script, scriptOf } from "./placeholder-script.ts"
import type { Word } from "./placeholder-token.ts"
import { type Proof, programOf, proofOf } from "./strength-command.ts"

/** What a simple command may do to the exit status of its line, and what it shows if it passes. */
export type Effect = { mayPass: boolean; mayFail: boolean; proof: Proof | null; exits: boolean }

/** The shell that a line is followed in. */
export type Scene = {
  facts: ProjectFacts | undefined
  directory: string
  errexit: boolean
  pipefail: boolean
  /** Names no longer mean what they say: nothing counts. */
  poisoned: boolean
  /** How deep one script calls another. */
  depth: number
  prove(command: string, scene: Scene): Proof | null
}

export function startOf(facts: ProjectFacts | undefined, prove: Scene["prove"]): Scene {
  return { facts, directory: "", errexit: false, pipefail: false, poisoned: false, depth: 0, prove }
}

const passes: Effect = { mayPass: true, mayFail: false, proof: null, exits: false }
const looks: Effect = { ...passes, mayFail: true }
const deepest = 4

const wrappers: Readonly<Record<string, { values: readonly string[]; words: number }>> = {
  env: { values: ["-u", "-C"], words: 0 },
  timeout: { values: ["-s", "-k", "--signal", "--kill-after"], words: 1 },
  time: { values: [], words: 0 },
  nice: { values: ["-n"], words: 0 },
  nohup: { values: [], words: 0 },
  command: { values: [], words: 0 },
  builtin: { values: [], words: 0 },
  sudo: { values: ["-u", "-g"], words: 0 },
  doas: { values: ["-u"], words: 0 },
  stdbuf: { values: ["-i", "-o", "-e"], words: 0 },
  setsid: { values: [], words: 0 },
  npx: { values: ["-p", "--package"], words: 0 },
  bunx: { values: [], words: 0 },
  uvx: { values: ["--from", "--with"], words: 0 },
  "cross-env": { values: [], words: 0 },
  "xvfb-run": { values: [], words: 0 },
}
const runners = [
  "uv run",
  "poetry run",
  "pipenv run",
  "hatch run",
  "rye run",
  "bundle exec",
  "pnpm exec",
  "pnpm dlx",
].concat(["yarn exec", "npm exec", "corepack pnpm", "mise exec"])
const redefines = new Set(["alias", "trap", "hash", "enable", "function", "unalias"])
const assignment = /^(\w+)\+?=/
const shadowing = /^(?:PATH|BASH_ENV|ENV|LD_PRELOAD|SHELLOPTS|NODE_OPTIONS|PYTEST_ADDOPTS|MAKEFLAGS)\+?=/

export function effectOf(given: readonly Word[], input: string | null, scene: Scene): Effect {
  const plain = given.findIndex((word) => word.quoted || !assignment.test(word.text))
  const assigned = plain === -1 ? given : given.slice(0, plain)
  if (assigned.some((word) => shadowing.test(word.text))) scene.poisoned = true
  const words = unwrapped(plain === -1 ? [] : given.slice(plain), scene)
  const [first, ...rest] = words
  if (first === undefined) return passes
  const texts = words.map((word) => word.text)
  if (first.varies) return looks
  if (first.text === "exec") return { ...effectOf(rest, input, scene), exits: true }
  if (redefines.has(first.text)) scene.poisoned = true
  return builtin(first.text, rest, scene) ?? run(texts, input, scene)
}

function builtin(name: string, rest: readonly Word[], scene: Scene): Effect | null {
  const [argument] = rest
  switch (name) {
    case "false":
      return { ...passes, mayPass: false, mayFail: true }
    case "exit":
    case "return":
      return argument?.varies || (!argument && name === "exit" && rest.length === 0)
        ? { ...looks, exits: true }
        : { ...passes, mayPass: isZero(argument), mayFail: !isZero(argument), exits: true }
    case "set":
      options(rest, scene)
      return passes
    case "cd":
      scene.directory = joined(scene.directory, argument?.text ?? "")
      return looks
    case "eval":
      return shell(rest.map((word) => word.text).join(" "), scene)
    case "test":
    case "[":
      return compares(rest, scene) ? { ...looks, proof: { kind: "runtime", strength: "exists" } } : looks
    case "diff":
    case "cmp": {
      const files = rest.filter((word) => !word.text.startsWith("-")).map((word) => word.text)
      return files.length === 2 && files[0] === files[1] ? passes : null
    }
    default:
      return null
  }
}

const isZero = (word: Word | undefined) => word === undefined || Number(word.text) === 0

function run(texts: readonly string[], input: string | null, scene: Scene): Effect {
  const program = programOf(texts[0] ?? "")
  const args = texts.slice(1)
  if (["bash", "sh", "zsh", "dash"].includes(program)) {
    const at = args.findIndex((word) => /^-\w*c$/.test(word))
    if (at !== -1) return shell(args[at + 1] ?? "", { ...scene, ...shellOptions(args.slice(0, at + 1)) })
    if (input !== null && args.every((word) => word.startsWith("-"))) return shell(input, scene)
  }
  const code = inlineCode(program, args, input)
  if (code !== null) return { ...looks, proof: inlineProof(code) }
  const proof = proofOf(texts)
  if (proof === null) return ["echo", "printf", "true", ":", "sleep", "wait"].includes(program) ? passes : looks
  const script = scriptOf(program, args, scene)
  return script === null ? { ...looks, proof } : ofScript(script, proof, scene)
}

/** A script shows what its name says, unless its own text shows nothing at all. */
function ofScript(script: Script, proof: Proof, scene: Scene): Effect {
  if (script.lines === null) return script.optional ? passes : { ...passes, mayPass: false, mayFail: true }
  if (scene.depth >= deepest) return { ...looks, proof }
  const inner = { ...scene, directory: script.directory, depth: scene.depth + 1, errexit: false, pipefail: false }
  return { ...looks, proof: script.lines.some((line) => scene.prove(line, { ...inner }) !== null) ? proof : null }
}

function shell(code: string, scene: Scene): Effect {
  return scene.depth >= deepest ? looks : { ...looks, proof: scene.prove(code, { ...scene, depth: scene.depth + 1 }) }
}

function options(rest: readonly Word[], scene: Scene): void {
  Object.assign(scene, shellOptions(rest.map((word) => word.text)))
  if (rest.some((word) => /^\+\w*e/.test(word.text))) scene.errexit = false
}

function shellOptions(words: readonly string[]): Partial<Scene> {
  const short = words.filter((word) => /^-[a-z]+$/i.test(word)).join("")
  return {
    ...(short.includes("e") || words.includes("errexit") ? { errexit: true } : {}),
    ...(words.includes("pipefail") && !words.includes("+o") ? { pipefail: true } : {}),
  }
}

/** A comparison with what a real command printed. */
function compares(rest: readonly Word[], scene: Scene): boolean {
  const inner = { ...scene, depth: scene.depth + 1 }
  return (
    scene.depth < deepest && rest.some((word) => word.code.some((code) => scene.prove(code, { ...inner }) !== null))
  )
}

/** What a command runs in the end, without what is only put before it: `env`, `timeout`, `npx`. */
export function innerCommand(words: readonly Word[]): readonly Word[] {
  const start = words.findIndex((word) => word.quoted || !assignment.test(word.text))
  return start === -1
    ? []
    : unwrapped(
        words.slice(start),
        startOf(undefined, () => null),
      )
}

function unwrapped(words: readonly Word[], scene: Scene): readonly Word[] {
  const [first, second] = words
  if (!first) return words
  if (second && runners.includes(`${first.text} ${second.text}`))
    return unwrapped(afterOptions(words.slice(2), []), scene)
  const wrapper = wrappers[first.text]
  if (!wrapper) return words
  // `command -v x` only looks for a program.
  if (first.text === "command" && /^-[vV]$/.test(second?.text ?? "")) return words
  const rest = afterOptions(words.slice(1), wrapper.values).slice(wrapper.words)
  const start = rest.findIndex((word) => !assignment.test(word.text))
  if (rest.some((word, at) => (start === -1 || at < start) && shadowing.test(word.text))) scene.poisoned = true
  return start === -1 ? [] : unwrapped(rest.slice(start), scene)
}

function afterOptions(words: readonly Word[], values: readonly string[]): readonly Word[] {
  let at = 0
  while (words[at]?.text.startsWith("-")) {
    if (words[at]?.text === "--") return words.slice(at + 1)
    at += values.includes(words[at]?.text ?? "") ? 2 : 1
  }
  return words.slice(at)
}

function joined(directory: string, step: string): string {
  const parts = [...directory.split("/"), ...step.split("/")].filter((part) => part !== "" && part !== ".")
  return parts.join("/")
}
