import { knownPart, marks } from "../../shell/mark.ts"
import { deepest, type Ending, type Question, shownBy } from "../../shell/outcome.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import type { ShellState } from "../../shell/shell-state.ts"
import type { SimpleCommand } from "../../shell/simple-command.ts"
import type { ProjectFacts } from "../project/project.ts"
import { inlineCode, inlineProof } from "./inline-code.ts"
import { type Script, scriptOf } from "./project-script.ts"
import { type Proof, proofOf, strongerProof, weakerProof } from "./proof.ts"

/**
 * True for a command that may pass whatever the work is like: it cannot fail, only looks whether something is there, or
 * throws the status of the real check away. Such a command never counts as proof. The facts tell what `npm test` runs.
 */
export function isPlaceholder(command: string, facts?: ProjectFacts): boolean {
  return provenBy(command, facts) === null
}

/** What is certain when the command has passed: the least that any way to exit 0 has shown. Null for nothing. */
export function provenBy(command: string, facts?: ProjectFacts): Proof | null {
  return shownBy(command, proofs(facts))
}

type Effect = Ending<Proof | null>

const looks: Effect = { mayPass: true, mayFail: true, shown: null }
const passes: Effect = { ...looks, mayFail: false }
const exists: Proof = { kind: "runtime", strength: "exists" }

function proofs(facts: ProjectFacts | undefined): Question<Proof | null> {
  const question: Question<Proof | null> = {
    nothing: null,
    both: strongerProof,
    either: weakerProof,
    command: (command, state) => {
      const isRenamed = [...state.changed, ...command.before].some((change) => renames.test(change))
      const effect = effectOf(command, state)
      return isRenamed ? { ...effect, shown: null } : effect
    },
    // `! grep` shows that something is not there; any other command that should fail shows nothing.
    failure: ({ words: [path = ""] }) => (programNamed(programName(path))?.reads?.compares ? exists : null),
  }

  function effectOf({ words, input, substitutions }: SimpleCommand, state: ShellState): Effect {
    const texts = words.map(knownPart)
    const [path = "", ...args] = texts
    const program = programName(path)
    if (words.some((word) => word.includes(marks.pipe))) return looks
    if (["test", "[", "[["].includes(path))
      // A comparison with what a real command printed.
      return substitutions.some((text) => inner(text, state) !== null) ? { ...looks, shown: exists } : looks
    const files = args.filter((word) => !word.startsWith("-"))
    if ((program === "diff" || program === "cmp") && files.length === 2 && files[0] === files[1]) return passes
    const code = inlineCode(program, args, input)
    if (code !== null) return { ...looks, shown: inlineProof(code) }
    const proof = proofOf(texts)
    if (proof === null) return neverFail.has(program) ? passes : looks
    const script = scriptOf(program, args, { facts, directory: state.directory })
    return script ? scriptEffect(script, proof, state) : { ...looks, shown: proof }
  }

  /** A script shows what its name says, unless its own text shows nothing at all. */
  function scriptEffect({ lines, optional, directory }: Script, proof: Proof, state: ShellState): Effect {
    if (lines === null) return optional ? passes : { ...looks, mayPass: false }
    if (state.depth >= deepest) return { ...looks, shown: proof }
    const own = { ...state, directory, errexit: false, pipefail: false }
    return { ...looks, shown: lines.some((line) => inner(line, own) !== null) ? proof : null }
  }

  function inner(text: string, state: ShellState): Proof | null {
    return shownBy(text, question, { ...state, depth: state.depth + 1 })
  }

  return question
}

const neverFail: ReadonlySet<string> = new Set(["echo", "printf", "true", ":", "sleep", "wait"])

/** After this, names no longer mean what they say. */
const renames =
  /^(?:(?:alias|unalias|trap|hash|enable)(?: |$)|(?:PATH|BASH_ENV|ENV|LD_PRELOAD|SHELLOPTS|NODE_OPTIONS|PYTEST_ADDOPTS|MAKEFLAGS)\+?=)/
