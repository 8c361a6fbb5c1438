import { z } from "zod"
import { effort, permissionMode, seq, workflowMode } from "../../session/event/common.ts"
import { attachment } from "../../session/event/input.ts"
import { limits } from "../../session/limits.ts"
import type { SessionRow } from "../../store/contract.ts"
import { typed } from "./endpoint.ts"

/** An integer in a query string. */
export const wholeIn = (min: number, max: number) => z.coerce.number().int().min(min).max(max)

/** A boolean in a query string. */
export const flagIn = z.enum(["true", "false"]).transform((text) => text === "true")

export const sessionParams = z.object({ id: z.string().min(1).max(256) })

/** The seq of a recorded intent; it is durable before this is sent. */
export const landed = z.object({ seq })

/** Why the server cannot drive a session: what happened, and what to do. */
export type SessionProblem = { code: string; message: string; at: string }

export const row = typed<SessionRow & { readSeq: number | null; trouble: SessionProblem | null }>(
  "One row of the list: id, title, project, workspace, tags, pinned, archived, trashed, status (running, waiting, interrupted, idle), openedAt, updatedAt, seq, messages, parent, owner, stop, foreignThrough, damage; readSeq, up to where a person has read it; and trouble (code, message, at), why the server cannot drive it",
)
export type Row = z.infer<typeof row>

export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), next: z.string().nullable().meta({ description: "the cursor of the next page" }) })

export const inputText = z.string().max(limits.text)
export const attachments = z.array(attachment).max(limits.attachments)

export const configuration = z.object({
  model: z.string().min(1).max(limits.name).nullable().optional(),
  baseUrl: z.string().max(limits.path).nullable().optional(),
  mode: workflowMode.nullable().optional(),
  permissionMode: permissionMode.optional(),
  effort: effort.nullable().optional(),
})

/** The head that the user saw: `behind` if the log has moved on. */
export const seenHead = seq.optional()

/** A path in the workspace, relative to it, with forward slashes. */
export const workspacePath = z.string().max(limits.path)
