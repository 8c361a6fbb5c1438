import type { BranchState, Range, SessionState } from "../state.ts"

/** What the branch was at an event. */
type Mark = { seq: number; first: number | undefined; branch: BranchState }

/**
 * Remembers what a branch was as its log is folded, so that a rewind continues from there. Folded from its beginning each
 * time, a log of many rewinds would take their number squared.
 */
export function branchTrail() {
  const marks: Mark[] = []
  return {
    /** Tells of a state on the way; those at a rewind are kept, and some between them. */
    pass({ seq, branch, live }: SessionState): void {
      const isRewind = live.length > 1 && live.at(-1)?.from === seq
      if (!isRewind && seq - (marks.at(-1)?.seq ?? 0) < apart) return
      marks.push({ seq, first: live[0]?.from, branch })
    },
    /** The nearest to where a rewind goes back to, on the same branch. What the rewind leaves is forgotten. */
    backTo(ranges: readonly Range[]): { seq: number; branch: BranchState } | undefined {
      const to = ranges.at(-1)?.to ?? 0
      while ((marks.at(-1)?.seq ?? 0) > to) marks.pop()
      const mark = marks.at(-1)
      // The oldest ranges of a foreign log may have been left since: it is another branch then.
      return mark && mark.first === ranges[0]?.from ? mark : undefined
    },
  }
}

export type BranchTrail = ReturnType<typeof branchTrail>

const apart = 256
