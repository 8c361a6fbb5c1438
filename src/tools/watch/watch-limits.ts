/** What looking at a workspace may cost; beyond it, less is looked at, and the outcome of a command says so. */
export const snapshotLimits = {
  /** A workspace for which git takes longer is watched by a manifest for the rest of the session. */
  timeoutMs: 15_000,
  changes: 5000,
  changedBytes: 256 * 1024 * 1024,
  /** What is copied of a workspace that is in no git repository; larger ones are watched by a manifest. */
  copiedFiles: 20_000,
  copiedBytes: 128 * 1024 * 1024,
  /** Lists of files that are kept: a command in the background may need an old one. */
  keptLists: 64,
} as const

export const manifestLimits = {
  files: 50_000,
  /** How long the first look may take, and each later one. */
  timeoutMs: 5_000,
  /** A larger file is known by its size and times alone; so are all after so many bytes. */
  fileBytes: 4 * 1024 * 1024,
  hashedBytes: 128 * 1024 * 1024,
  /** Manifests that are kept: those before hold for no open intent. */
  kept: 8,
} as const
