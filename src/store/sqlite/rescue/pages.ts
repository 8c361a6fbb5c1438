import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { pageSize, readWal, type WalFrame } from "./wal-frames.ts"

/** The pages of a database file, as the last commit left them, read without SQLite: the file may be damaged. */
export type Pages = {
  count: number
  /** The bytes of a page (from 1), or nothing where the file ends before. */
  page(number: number): Buffer | undefined
  /** Other versions of pages, where the newest one is damaged or may have been written over another page. */
  doubted: readonly Buffer[]
  close(): void
}

/**
 * How much of the write-ahead log counts: what SQLite replays; also what lies behind a damaged frame; or nothing of it.
 * `as damaged` takes in the last transaction even where the log alone does not tell whether it was ever finished.
 */
export type LogUse = "applied" | "as damaged" | "ignored"

/** Opens a database file with the write-ahead log beside it. */
export function openPages(file: string, use: LogUse): Pages {
  const handle = openSync(file, "r")
  const inFile = (number: number) => {
    const bytes = Buffer.alloc(pageSize)
    return readSync(handle, bytes, 0, pageSize, (number - 1) * pageSize) === pageSize ? bytes : undefined
  }
  const frames = use === "ignored" ? [] : framesOf(`${file}-wal`, use)
  let count = Math.floor(fstatSync(handle).size / pageSize)
  // A damaged number of a page may be anything: a file does not grow by more pages than the log has frames.
  const most = count + frames.length
  const inLog = new Map<number, WalFrame>()
  const doubted: Buffer[] = []
  for (const frame of frames) {
    if (frame.page < 1 || frame.page > most) {
      doubted.push(frame.data)
      continue
    }
    const before = frame.sound ? undefined : (inLog.get(frame.page)?.data ?? inFile(frame.page))
    if (before) doubted.push(before)
    inLog.set(frame.page, frame)
  }
  for (const number of inLog.keys()) count = Math.max(count, number)
  return {
    count,
    doubted,
    page: (number) => inLog.get(number)?.data ?? inFile(number),
    close: () => closeSync(handle),
  }
}

function framesOf(path: string, use: "applied" | "as damaged"): WalFrame[] {
  const { replayed, behind, damage } = readWal(path)
  return damage || use === "as damaged" ? [...replayed, ...behind] : replayed
}
