import { expect } from "vitest"
import { type TranscriptItem, transcript } from "../../../src/session/view/transcript.ts"
import { type Line, logOf } from "./example.ts"
import { opened } from "./say.ts"

/** What the transcript of these events shows, after the session was opened. */
export const items = (...lines: Line[]): TranscriptItem[] => transcript(logOf(opened, ...lines))

/** The one item of a kind in it; undefined where there is none. */
export const one = <K extends TranscriptItem["kind"]>(kind: K, ...lines: Line[]) => only(kind, items(...lines))

/** The one item of a kind; undefined where there is none. */
export function only<K extends TranscriptItem["kind"]>(
  kind: K,
  shown: readonly TranscriptItem[],
): Extract<TranscriptItem, { kind: K }> | undefined {
  const [item, ...more] = shown.filter((each) => each.kind === kind)
  expect(more).toEqual([])
  return item as Extract<TranscriptItem, { kind: K }> | undefined
}

export const hash = "a".repeat(64)
export const blob = { blob: hash, bytes: 9 }
export const ada = { kind: "person", name: "ada" } as const
export const grace = { kind: "person", name: "grace", device: "phone" } as const
export const driver = { kind: "owner", name: "Agent" } as const
export const inTurn = { turn: "turn-1", step: 2 }
