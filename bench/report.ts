import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Results, readResults, shown } from "./results.ts"

// npm run bench:report: writes what `npm run bench -- --json bench/results.json` measured into docs/performance.md.

const document = join(import.meta.dirname, "..", "docs", "performance.md")
const [begin, end] = ["<!-- measured -->", "<!-- end of measured -->"]

const text = readFileSync(document, "utf8")
const [before, rest] = text.split(begin)
const [, after] = rest?.split(end) ?? []
if (before === undefined || after === undefined)
  throw new Error(`${document} has no place between ${begin} and ${end}.`)
const results = readResults(join(import.meta.dirname, "results.json"))
writeFileSync(document, `${before}${begin}\n\n${tables(results)}\n${end}${after}`)

function tables(of: Results): string {
  return Object.values(of)
    .map(({ title, unit, date, machine, command, contenders }) => {
      const names = [...new Set(Object.values(contenders).flatMap(({ details }) => Object.keys(details)))]
      const head = ["", `${unit} (least to most)`, ...names]
      const rows = Object.entries(contenders).map(([name, { median, least, most, details }]) => [
        name,
        `${whole(median)} (${whole(least)} to ${whole(most)})`,
        ...names.map((detail) => (details[detail] === undefined ? "" : whole(details[detail]))),
      ])
      const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`)
      return `${title}\n\n${lines.join("\n")}\n\nMeasured on ${date} by \`${command}\`: ${machine}.\n`
    })
    .join("\n")
}

function whole(value: number): string {
  return shown(value >= 10 ? Math.round(value) : value)
}
