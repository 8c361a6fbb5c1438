import { programNamed } from "../../shell/programs.ts"
import type { Proof } from "./proof.ts"

/** The code that an interpreter is given in the command itself, or by a here-document; null where it runs a file. */
export function inlineCode(program: string, args: readonly string[], input: string | null): string | null {
  const options = programNamed(program)?.interprets ?? []
  if (options.length === 0) return null
  const at = args.findIndex((word) => options.some((option) => word === option || endsIn(word, option)))
  if (at !== -1) return args[at + 1] ?? ""
  const readsInput = args.every((word) => word.startsWith("-"))
  return readsInput && !args.includes("-m") && !args.includes("--test") ? (input ?? "") : null
}

/** `-pe` ends in `-e`: what follows is its value. */
const endsIn = (word: string, option: string) =>
  /^-\w$/.test(option) && /^-[a-z]+$/i.test(word) && word.endsWith(option.slice(1))

const harmless = [
  /^[^\S\n]*(?:import|from)\s+(?:sys|os|time|math|json|re|pathlib)\b[^;\n]*/gm,
  /(?:process\.exit|sys\.exit|os\._exit|exit|quit)\s*\(\s*(?:0\s*)?\)/g,
  /(["'])(?:\\.|(?!\1)[^\\\n])*\1(?=\s*\))/g,
]
const swallowed = [
  /\bexcept\b[^:\n]{0,200}:\s*pass\b/,
  /\bcatch\s*(?:\(\s*\w*\s*\))?\s*\{\s*\}/,
  /\brescue\s*(?:;|nil)/,
]
const failing =
  /\b(?:assert\w*|throw|raise|import|require|require_relative|from|readFileSync|open|exit|abort|die|parse\w*|load\w*)\b/

/** What inline code shows when it ends well: it loaded something or looked at something. Code that cannot fail shows nothing. */
export function inlineProof(code: string): Proof | null {
  if (swallowed.some((pattern) => pattern.test(code))) return null
  const left = harmless.reduce((text, pattern) => text.replace(pattern, ""), code)
  return failing.test(left) ? { kind: "runtime", strength: "parses" } : null
}
