/** How the context of a model is shared out. All shares are of the threshold where nothing else is said. */
export const contextPolicy = {
  /** Messages that stay as they are. */
  kept: 4,
  /** In tokens: what the shares are taken of where a threshold of your own is lower. */
  leastLimit: 4_000,
  /** Shortening old results must bring the context below this, or else it is compacted. */
  trimmedTo: 0.75,
  /** What would be saved must be worth it: the context after over the context before. */
  worth: 0.9,
  /** Of the window: from here on the newest results are shortened as well, where nothing else helps. */
  full: 0.9,
  /** The summary, what the person said, and the task: the last two are included whole up to this share. */
  summary: 0.25,
  said: 0.125,
  task: 0.25,
  /** The summary, as a share of what the rest leaves free, and of what it replaces. */
  summaryOfRoom: 0.4,
  summaryOfRemoved: 0.5,
  /** What a summary takes beside those two, in tokens. */
  leastSummary: 150,
  /** The notes, of the summary. */
  notes: 0.5,
  /** What the model is given to write them from. */
  prompt: 0.75,
  /** Of what did not fit: what is to be left of it. */
  afterOverflow: 0.5,
} as const
