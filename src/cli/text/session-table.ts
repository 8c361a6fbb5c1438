import { basename } from "node:path"
import { oneLine } from "../../base/plain-words.ts"
import { shortIds } from "../../base/short-id.ts"
import { ago } from "../../base/time-text.ts"
import type { SessionRow, Status } from "../../store/contract.ts"
import type { Terminal } from "../terminal.ts"
import { type Cell, type Column, table } from "./table.ts"

/** Sessions as an aligned table. Narrow terminals show the status as a mark, with a legend. */
export function sessionTable(
  rows: readonly SessionRow[],
  isHere: (row: SessionRow) => boolean,
  { paint, width }: Terminal,
): string[] {
  const short = shortIds(rows.map(({ id }) => id))
  const narrow = width !== undefined && width < wordsFrom
  const tight = width !== undefined && width < allFrom
  const columns: Array<Column & { cell: (row: SessionRow) => Cell }> = [
    {
      heading: narrow ? "" : "State",
      cell: (row) => {
        const { mark, word, colour } = stateOf(row)
        return { text: narrow ? mark : word, paint: paint[colour] }
      },
    },
    {
      heading: "Title",
      flexible: true,
      maxWidth: 80,
      cell: (row) => ({ text: titleOf(row), ...(isHere(row) ? { paint: paint.bold } : {}) }),
    },
    ...(tight
      ? []
      : [
          {
            heading: "Project",
            maxWidth: 20,
            cell: (row: SessionRow) => ({ text: projectName(row, isHere(row) ? " (here)" : "") }),
          },
        ]),
    { heading: "Active", cell: (row) => ({ text: ago(row.updatedAt) }) },
    ...(tight
      ? []
      : [
          {
            heading: narrow ? "Msgs" : "Messages",
            align: "right" as const,
            cell: (row: SessionRow) => ({ text: String(row.messages) }),
          },
        ]),
    { heading: "Id", cell: (row) => ({ text: short(row.id), paint: paint.cyan }) },
  ]
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)))
  const lines = table(columns, cells, { width, heading: paint.dim })
  const legend = narrow ? legendOf(rows) : ""
  return legend ? [...lines, "", paint.dim(legend)] : lines
}

export function stateOf(row: SessionRow): State {
  if (row.damage !== null) return states.damaged
  return states[row.status]
}

export function titleOf({ title, pinned }: Pick<SessionRow, "title" | "pinned">): string {
  return `${pinned ? "* " : ""}${oneLine(title ?? "") || "(no title)"}`
}

const wordsFrom = 100
const allFrom = 64

function projectName({ project }: SessionRow, here: string): string {
  return `${oneLine(basename(project) || project)}${here}`
}

type State = { mark: string; word: string; meaning: string; colour: "green" | "yellow" | "red" | "dim" }

const states = {
  running: { mark: ">", word: "running", meaning: "running", colour: "green" },
  waiting: { mark: "?", word: "waiting", meaning: "waiting for you", colour: "yellow" },
  interrupted: { mark: "!", word: "interrupted", meaning: "interrupted", colour: "red" },
  idle: { mark: "", word: "idle", meaning: "", colour: "dim" },
  damaged: { mark: "x", word: "damaged", meaning: "damaged, see holdfast doctor", colour: "red" },
} as const satisfies Record<Status | "damaged", State>

function legendOf(rows: readonly SessionRow[]): string {
  const seen = new Set(rows.map(stateOf).filter(({ mark }) => mark !== ""))
  const marks = [...seen].map(({ mark, meaning }) => `${mark} ${meaning}`)
  return [...marks, ...(rows.some(({ pinned }) => pinned) ? ["* pinned"] : [])].join("   ")
}
