/**
 * Which cells of a matrix run. A matrix is a test that is repeated for every place at which something can go wrong:
 * every boundary of a turn, every fault point, every system call, many seeds. `npm test` takes its core, CI takes a
 * tenth of the whole in addition, and `npm run test:full` takes everything.
 *
 *   HOLDFAST_SLICE       unset: the core; a whole number: that tenth (its last digit counts); "all": everything
 *   HOLDFAST_CELL        the one cell of this name, alone; a failed cell says what to set
 */
export type Share = { kind: "core" } | { kind: "tenth"; slice: number } | { kind: "all" }

export type Matrix<T> = {
  /** Names the matrix among all of them. */
  name: string
  /** What `npm test` takes: few, each kind at least once. */
  core: readonly T[]
  all: readonly T[]
  /** Tells a cell apart from the others of its matrix, the same in each run. */
  nameOf: (cell: T) => string
}

export const share = shareOf(process.env.HOLDFAST_SLICE)

export const isWhole = share.kind === "all"

/** The time limit of a test that plays cells; the whole of a matrix may take an hour. */
export const matrixTimeoutMs = share.kind === "core" ? 300_000 : 3_600_000

/** The cells to run, in order. */
export function cellsOf<T>(
  { name, core, all, nameOf }: Matrix<T>,
  { wanted = share, only = process.env.HOLDFAST_CELL }: { wanted?: Share; only?: string | undefined } = {},
): readonly T[] {
  if (only !== undefined) return [...all, ...core].filter((cell) => labelOf(name, nameOf(cell)) === only).slice(0, 1)
  switch (wanted.kind) {
    case "core":
      return core
    case "tenth":
      return all.filter((_, index) => index % 10 === wanted.slice % 10)
    case "all":
      return all
    default:
      return wanted satisfies never
  }
}

/** Seeds for a matrix of random runs: the first `core` of them, another tenth of `all` in each slice, or all. */
export function seedsOf(name: string, first: number, { core, all }: { core: number; all: number }): readonly number[] {
  const seeds = Array.from({ length: all }, (_, index) => first + index)
  return cellsOf({ name, core: seeds.slice(0, core), all: seeds, nameOf: String })
}

/** How many of something that is counted and not listed, like random kills: a tenth of `all` in a slice. */
export function countOf({ core, all }: { core: number; all: number }): number {
  switch (share.kind) {
    case "core":
      return core
    case "tenth":
      return Math.ceil(all / 10)
    case "all":
      return all
    default:
      return share satisfies never
  }
}

/** What to set to run a cell alone. */
export function alone<T>({ name, nameOf }: Matrix<T>, cell: T): string {
  return `HOLDFAST_CELL='${labelOf(name, nameOf(cell))}'`
}

/** A number of 1 to `count`, as many as `wanted`, evenly spread. */
export function sampleOf(count: number, wanted: number): number[] {
  if (wanted >= count) return Array.from({ length: count }, (_, index) => index + 1)
  const step = count / wanted
  return Array.from({ length: wanted }, (_, index) => Math.floor(index * step + step / 2) + 1)
}

export function shareOf(set: string | undefined): Share {
  if (set === undefined || set === "") return { kind: "core" }
  if (set === "all") return { kind: "all" }
  if (/^\d+$/.test(set)) return { kind: "tenth", slice: Number(set) }
  throw new Error(`HOLDFAST_SLICE is "${set}": set it to a whole number or to "all", or leave it unset`)
}

// Quotes would end the argument that a shell is given.
const labelOf = (matrix: string, cell: string) => `${matrix}: ${cell}`.replaceAll("'", "")
