import { words } from "../option.ts"

/** Shells: what they run is read like any other command line. */
export const shells: ReadonlySet<string> = new Set(words("sh bash rbash dash zsh ksh ash"))

const node = words("-e -p --eval --print")

/** The options by which an interpreter takes its code from the command line. */
export const interpreters: Readonly<Record<string, readonly string[]>> = {
  python: ["-c"],
  node,
  bun: node,
  deno: ["--eval", "eval"],
  tsx: node,
  "ts-node": node,
  perl: ["-e", "-E"],
  ruby: ["-e"],
  php: words("-r -R -B -E"),
  lua: ["-e"],
  Rscript: ["-e"],
  pwsh: words("-c -e --command"),
}

/** Programs that run the file in their arguments, and nothing else. */
export const launchers = ["java", "swift"] as const
