/**
 * What bounds a `SessionState`. An append that would go beyond is refused, by the schema of its event or by `room.ts`,
 * and the fold keeps no more than this of a foreign log. The log has no bound.
 */
export const limits = {
  // How long a text may be, in UTF-16 units: what is longer is a blob.
  /** A text from one side to the other: an input, a task, an answer to an ask, the summary of a compaction. */
  text: 262_144,
  /** One line of a list, or a question: a thing to do, a criterion, a ledger item, a command. */
  note: 8_192,
  path: 4_096,
  name: 1_000,

  // How many there may be at a time.
  waitingInputs: 1_024,
  /** All waiting inputs together, the names of what is attached included, in UTF-16 units. */
  waitingText: 4_194_304,
  attachments: 64,
  openTools: 256,
  openAsks: 256,
  /** Approvals that hold for the session; and as many that hold for one call. */
  grants: 256,
  ledgerItems: 1_024,
  /** All ledger items together, in UTF-16 units. */
  ledgerText: 4_194_304,
  /** Pieces of evidence of one ledger item. */
  ledgerEvidence: 64,
  criteria: 256,
  doneItems: 256,
  /** Checks of one attempt. */
  checks: 256,
  /** Paths that are looked at before and after a command that names them. */
  watched: 128,
  /** Changed paths that a stop record names. */
  factFiles: 256,
  /** Files that one check sees as they were before the work. */
  originals: 64,
  promptSections: 64,
  /** Demands of the person that a compaction carries on. */
  constraints: 256,
  /** The pieces of the log that the conversation consists of: a rewind begins a new one. */
  liveRanges: 1_024,
} as const

/** How many of the newest the state keeps where nothing is refused: views read the rest from the log. */
export const caps = {
  timeline: 24,
  /** How heavy an entry of the timeline may be, in UTF-16 units, before only its headline is kept. */
  timelineEntry: 32_768,
  trace: 8,
  clarify: 8,
  prompts: 16,
  answeredAsks: 16,
  attempts: 2,
  touched: 1_024,
  seen: 512,
  recentCalls: 24,
  /** Kinds of repairs that are counted in a turn. */
  repairs: 32,
} as const
