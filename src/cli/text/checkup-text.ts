import type { Check } from "../../present/checkup.ts"
import type { Terminal } from "../terminal.ts"
import { pad, wrap } from "./width.ts"

export function checkLines(checks: readonly Check[], { paint, width }: Terminal): string[] {
  const marks = {
    ok: paint.green("ok  "),
    note: paint.cyan("note"),
    warn: paint.yellow("warn"),
    fail: paint.red("FAIL"),
  }
  const nameWidth = Math.max(...checks.map(({ name }) => name.length))
  const indent = " ".repeat(nameWidth + 8)
  const broken = (text: string) => (width === undefined ? [text] : wrap(text, width - indent.length))
  return checks.flatMap(({ name, status, found, advice }) => {
    const [first = "", ...rest] = broken(found)
    const more = [...rest, ...(advice ? broken(advice) : [])].map((line) => `${indent}${line}`)
    return [`${marks[status]}  ${pad(name, nameWidth)}  ${first}`, ...more]
  })
}
