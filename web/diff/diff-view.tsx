import { useMemo, useState } from "react"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { emphasis, type Piece } from "./emphasis.ts"
import { Scrollable } from "./scrollable.tsx"
import type { DiffRow } from "./unified.ts"

const shownAtFirst = 300

/** Which line numbers to show: a new file has no old ones. */
type Sides = { before: boolean; after: boolean }

/** A unified diff; untinted if the change was never made. */
export function DiffView({
  rows,
  label,
  tint = "change",
}: {
  rows: readonly DiffRow[]
  label: string
  tint?: "change" | "none"
}) {
  const [all, setAll] = useState(false)
  const shown = all ? rows : rows.slice(0, shownAtFirst)
  const pieces = useMemo(() => emphasis(shown), [shown])
  const sides: Sides = {
    before: rows.some(({ before }) => before !== null),
    after: rows.some(({ after }) => after !== null),
  }
  return (
    <Scrollable label={label} className="overflow-x-auto bg-surface font-mono text-xs leading-5">
      <table className="w-full border-collapse">
        <tbody>
          {shown.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line of a diff is known by its place
            <Row key={at} row={row} pieces={tint === "none" ? undefined : pieces.get(row)} sides={sides} tint={tint} />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="sticky left-0 block min-h-9 px-3 text-left text-ink-soft underline pointer-coarse:min-h-11"
        >
          {texts.cards.diff.showRest(rows.length - shown.length)}
        </button>
      )}
    </Scrollable>
  )
}

const backgrounds = { context: "", added: "bg-good-soft", removed: "bg-bad-soft", gap: "bg-sunken" } as const
const signs = { context: " ", added: "+", removed: "-", gap: "" } as const

function Row({
  row,
  pieces,
  sides,
  tint,
}: {
  row: DiffRow
  pieces: readonly Piece[] | undefined
  sides: Sides
  tint: "change" | "none"
}) {
  const { kind, before, after, text } = row
  if (kind === "gap") {
    return (
      <tr className="bg-sunken text-ink-faint">
        <td colSpan={4} className="px-3">
          ⋯
        </td>
      </tr>
    )
  }
  if (tint === "none") {
    return (
      <tr className="bg-sunken text-ink-faint">
        {sides.before && <LineNumber of={before} />}
        {sides.after && <LineNumber of={after} />}
        <td className="w-4 pl-2 align-top select-none">{signs[kind]}</td>
        <td className="w-full pr-3 pl-1 whitespace-pre">{text}</td>
      </tr>
    )
  }
  const ink = kind === "added" ? "text-good" : kind === "removed" ? "text-bad" : "text-ink-faint"
  const strong = kind === "added" ? "bg-good/20" : "bg-bad/20"
  return (
    <tr className={backgrounds[kind]}>
      {sides.before && <LineNumber of={before} />}
      {sides.after && <LineNumber of={after} />}
      <td className={classes("w-4 pl-2 align-top select-none", ink)}>{signs[kind]}</td>
      <td className="w-full pr-3 pl-1 whitespace-pre text-ink">
        {pieces
          ? pieces.map(({ text: piece, changed }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a line is known by its place
              <span key={at} className={changed ? classes("rounded-xs", strong) : undefined}>
                {piece}
              </span>
            ))
          : text}
      </td>
    </tr>
  )
}

function LineNumber({ of }: { of: number | null }) {
  return (
    <td className="min-w-8 pl-2 text-right align-top text-ink-faint tabular-nums select-none max-sm:hidden">
      {of ?? ""}
    </td>
  )
}
