import { z } from "zod"
import { limits } from "../limits.ts"

/** Half a surrogate pair is no character: it cannot be stored as UTF-8. */
export const wellFormed = (text: string) => text.isWellFormed()
export const notWellFormed = "holds half a character (a lone surrogate)"

// Each shape has its name and its meaning in its metadata: the JSON Schema and docs/events.md are made from them.

export const id = z
  .string()
  .min(1)
  .max(256)
  .refine(wellFormed, notWellFormed)
  .meta({ id: "id", description: "an identifier: a UUIDv7 of ours, or a tool-call id that a model chose" })

export const seq = z
  .int()
  .min(1)
  .meta({ id: "seq", description: "the number of an event in its session: 1..n without gaps" })

export const count = z.int().min(0).meta({ id: "count", description: "a whole number, not negative" })

export const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ id: "hash", description: "the SHA-256 of some bytes, in hexadecimal" })

export const blobRef = z
  .object({ blob: hash, bytes: count, mediaType: z.string().max(limits.name).optional() })
  .meta({ id: "blobRef", description: "a large payload that is stored once, by its hash" })

export const output = z
  .object({ text: z.string(), whole: blobRef.optional() })
  .meta({ id: "output", description: "text that is shown at once, and the whole of it where it was too long" })

export const evidence = z
  .object({
    category: z.string(),
    source: z.string().meta({ description: "where it comes from: a command, a file, a rule" }),
    summary: z.string(),
    status: z.enum(["supporting", "contradicted", "missing", "context"]),
    subject: z.string().optional().meta({ description: "what it is about, such as the command" }),
    detail: z.string().optional(),
    seq: seq.optional().meta({ description: "the event that shows it" }),
  })
  .meta({ id: "evidence", description: "what supports, contradicts or is missing for a claim, with its source" })

export const checkStatus = z
  .enum(["planned", "pending", "passed", "failed", "stale", "superseded", "skipped", "unknown", "missing"])
  .meta({ id: "checkStatus", description: "the status of a check or an attempt; unknown never means not done" })

export const observation = z
  .object({
    status: checkStatus,
    summary: z.string(),
    detail: z.string().optional(),
    attempt: id.optional(),
    attemptNumber: z.int().min(1).optional(),
    supersedes: id.optional().meta({ description: "the attempt that it takes the place of" }),
    command: z.string().optional(),
  })
  .meta({ id: "observation", description: "what was observed of a verification, as the timeline shows it" })

export const strength = z
  .enum(["exists", "parses", "builds", "tests"])
  .meta({ id: "strength", description: "how much a passing check proves, weakest first" })

export const workflowMode = z.enum(["clarify", "plan", "execute", "verify", "explore"]).meta({
  id: "workflowMode",
  description: "what the agent is doing: asking, planning, working, proving, or only looking",
})

export const effort = z
  .enum(["low", "medium", "high", "max"])
  .meta({ id: "effort", description: "how long the model is asked to think before it answers" })

export const permissionMode = z
  .enum(["read-only", "workspace-write", "danger-full-access", "prompt", "allow"])
  .meta({ id: "permissionMode", description: "how much the agent may do without being asked" })

export const fileChange = z.object({ path: z.string(), before: hash.nullable(), after: hash.nullable() }).meta({
  id: "fileChange",
  description: "what happened to one file: its hash before and after, null where it did not exist",
})

const kind = z
  .literal("directory")
  .optional()
  .meta({ description: "it is a directory: its hash is a constant; a link is known by its mode" })

/** The value of `before` and `after` for an existing directory: it has no content of its own. */
export const directoryHash = "43ffc11e9bbfd06eba6868e750c6537ba2b1deedd866aa04a4d28c2f2492a43f"

export const keptChange = fileChange
  .extend({
    kind,
    mode: count.optional().meta({ description: "the mode that it had before, with the type bits of a symbolic link" }),
    modeAfter: count.optional().meta({ description: "the mode that it has after" }),
    preImage: blobRef.optional().meta({ description: "the content before, where no intent has it" }),
    aside: z.literal(true).optional().meta({ description: "memory or notepad: no part of the work itself" }),
  })
  .meta({ id: "keptChange", description: "what happened to one file or directory, with what undo needs" })

export const fileIntent = fileChange
  .extend({
    kind,
    mode: count.optional().meta({
      description: "the permission bits that the file will have, with the type bits of a symbolic link",
    }),
    was: count.optional().meta({ description: "the mode that it had before, where it changes" }),
    temp: z.string().optional().meta({ description: "the file beside it that holds the new content until the rename" }),
    preImage: blobRef.optional().meta({ description: "the content before" }),
  })
  .meta({
    id: "fileIntent",
    description: "what is about to happen to one file, with all that recovery needs to settle it",
  })

const watchedPath = z
  .object({
    path: z.string().max(limits.path),
    kind: z
      .enum(["file", "directory", "link", "other"])
      .optional()
      .meta({ description: "absent where nothing was there" }),
    mode: count.optional(),
    hash: hash.optional().meta({ description: "of the content, or of what a file too large to read is known by" }),
    preImage: blobRef.optional().meta({ description: "the content, where no snapshot has it" }),
  })
  .meta({ id: "watchedPath", description: "what was at a path before a command that names it" })

const jobSandbox = z
  .object({
    mode: z.enum(["read-only", "workspace-write"]),
    network: z.boolean().optional().meta({ description: "it may reach the network" }),
  })
  .meta({ description: "what the operating system keeps it to; without it, nothing does" })

/** What the operating system keeps a command to. */
export type JobSandbox = z.infer<typeof jobSandbox>

export const job = z
  .object({
    id,
    command: z.string(),
    cwd: z.string(),
    directory: z.string().meta({
      description: "where its claim, output and exit code are, for readers: its id and the data directory say so too",
    }),
    mark: z.string().optional().meta({
      description: "the file in that directory that was made before this event: a copy of it is another one",
    }),
    background: z.boolean().optional().meta({ description: "it lives on when the turn is cancelled" }),
    timeLimitMs: count.optional(),
    boot: z.string().optional().meta({
      description: "the boot of the machine in which it may start: after another boot it is unknown whether it ran",
    }),
    snapshot: z.string().optional().meta({
      description:
        "the workspace before it: a git tree, kept outside the user's own repository, or `manifest:` and the name of a list of files",
    }),
    watched: z
      .array(watchedPath)
      .max(limits.watched)
      .optional()
      .meta({ description: "the paths that the command names, as they were before it" }),
    uncovered: z.string().optional().meta({ description: "why there is no snapshot, where it may change files" }),
    sandbox: jobSandbox.optional(),
  })
  .meta({ id: "job", description: "a command that outlives a crash: its claim, output and exit code are files" })

export const usage = z
  .object({
    input: count,
    output: count,
    cacheRead: count.optional(),
    cacheWrite: count.optional(),
    reasoning: count.optional(),
    cost: z.number().min(0).optional().meta({ description: "in US dollars, where the price is known" }),
  })
  .meta({ id: "usage", description: "the tokens of a model call, and what it cost" })

export type BlobRef = z.infer<typeof blobRef>
export type Evidence = z.infer<typeof evidence>
export type Observation = z.infer<typeof observation>
export type CheckStatus = z.infer<typeof checkStatus>
export type Strength = z.infer<typeof strength>
export type WorkflowMode = z.infer<typeof workflowMode>
export type Effort = z.infer<typeof effort>
export type PermissionMode = z.infer<typeof permissionMode>
export type FileChange = z.infer<typeof fileChange>
export type KeptChange = z.infer<typeof keptChange>
export type WatchedPath = z.infer<typeof watchedPath>
export type Usage = z.infer<typeof usage>
