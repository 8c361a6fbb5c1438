import type { Check } from "../present/checkup.ts"
import { charactersOf } from "./text/ascii.ts"

/** What the terminal can show. Pure. */
export function terminalCheck({
  env,
  isTerminal,
  columns,
}: {
  env: NodeJS.ProcessEnv
  isTerminal: boolean
  columns: number | undefined
}): Check {
  const check = { id: "terminal", name: "Terminal" } as const
  if (!isTerminal)
    return { ...check, status: "note", found: "output is not a terminal: plain text, and nothing is asked" }
  const found = `${env.TERM || "TERM is not set"}, ${columns ?? "unknown"} columns`
  if (!env.TERM || env.TERM === "dumb") {
    const advice = "Set TERM to what your terminal is, such as xterm-256color."
    return { ...check, status: "warn", found: `${found}: no colours, no live updates`, advice }
  }
  if (charactersOf(env) === "ascii") {
    const advice = "Set LANG to a UTF-8 locale, such as C.UTF-8."
    return { ...check, status: "warn", found: `${found}, ASCII only`, advice }
  }
  return { ...check, status: "ok", found: `${found}, UTF-8${env.NO_COLOR ? ", NO_COLOR is set" : ""}` }
}
