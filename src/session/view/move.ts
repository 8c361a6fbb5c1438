import type { BranchState } from "../state.ts"

type Move = NonNullable<BranchState["move"]>

/** A move in one line: `completion -> finalize [terminal] Finalizing completed turn`. */
export function describeMove({ from, to, kind, summary }: Pick<Move, "from" | "to" | "kind" | "summary">): string {
  return `${from ?? "start"} -> ${to} [${kind}] ${summary}`
}
