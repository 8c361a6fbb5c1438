import type { BranchState, Intents, SessionState, Totals } from "./state.ts"

const noTotals: Totals = {
  input: 0,
  output: 0,
  cacheRead: 0,
  cacheWrite: 0,
  reasoning: 0,
  cost: 0,
  unpriced: 0,
  calls: 0,
  tools: 0,
  turns: 0,
}

export const emptyTurn = {
  usage: noTotals,
  intents: { model: null, restore: null, tools: [] } satisfies Intents,
}

export const emptyBranch: BranchState = {
  task: null,
  messages: 0,
  waiting: [],
  answering: null,
  workflow: {
    mode: "execute",
    reasonCode: null,
    reasonSummary: null,
    decisionKind: null,
    ambiguity: null,
    complexity: null,
    scheduledNextMode: null,
    lastDecision: null,
    clarify: [],
  },
  approval: null,
  timeline: [],
  legacyTrace: [],
  ledger: [],
  done: null,
  prompts: [],
  artifacts: {},
  compaction: null,
  trimmed: 0,
  seen: [],
  stop: null,
}

/** The state before the first event. */
export function emptyState(id: string): SessionState {
  return {
    id,
    seq: 0,
    live: [{ from: 1, to: null }],
    branch: emptyBranch,
    log: {
      openedAt: "",
      updatedAt: "",
      workspace: "",
      project: "",
      parent: null,
      startedBy: null,
      title: null,
      titled: false,
      tags: [],
      pinned: false,
      archived: false,
      trashed: false,
      model: null,
      modelAt: 0,
      server: null,
      mode: null,
      effort: null,
      permission: {
        mode: "workspace-write",
        modeAt: 0,
        // An agent asks unless it was configured not to.
        prompting: true,
        ruleCounts: { allow: 0, deny: 0, ask: 0 },
        rulesSource: null,
        rulesAt: 0,
      },
      grants: [],
      owner: null,
      inputs: { waiting: [], held: false },
      turn: null,
      resume: null,
      compact: null,
      context: null,
      outcomes: {},
      intents: emptyTurn.intents,
      asks: { open: [], answered: [] },
      usage: { total: noTotals, turn: noTotals },
      newer: null,
    },
  }
}
