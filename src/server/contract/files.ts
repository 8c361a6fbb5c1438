import { z } from "zod"
import { hash } from "../../session/event/common.ts"
import { attachment } from "../../session/event/input.ts"
import { landed, sessionParams, workspacePath } from "./common.ts"
import { endpoints } from "./endpoint.ts"

const attachmentLimit = 20 * 1024 * 1024

/** The largest file that is shown as text. */
export const fileLimit = 2 * 1024 * 1024

const missing = ["not-found", "erased", "invalid", "forbidden"] as const

/** Workspace files and attachments. */
export const fileEndpoints = endpoints({
  "GET /api/sessions/:id/files": {
    tag: "files",
    summary: "One directory of the workspace; or, with `find`, the paths in it that match",
    params: sessionParams,
    query: z.object({ path: workspacePath.default(""), find: z.string().max(200).optional() }),
    status: 200,
    answer: z.object({
      path: z.string(),
      entries: z.array(
        z.object({
          name: z.string(),
          path: z.string(),
          kind: z
            .enum(["file", "directory", "link", "other"])
            .meta({ description: "other: a device, or a name that is no UTF-8 and cannot be asked for" }),
          bytes: z.int().nullable(),
        }),
      ),
      more: z.boolean().meta({ description: "there are more entries than returned" }),
    }),
    problems: [...missing, "busy"],
  },
  "GET /api/sessions/:id/file": {
    tag: "files",
    summary: "A file of the workspace as text, with its hash",
    params: sessionParams,
    query: z.object({ path: workspacePath.min(1) }),
    status: 200,
    answer: z.object({
      path: z.string(),
      bytes: z.int(),
      hash: hash.nullable().meta({ description: "of the whole file; null where it is too large to be read" }),
      text: z.string().nullable().meta({ description: "null: no text, or too large" }),
      encoding: z.enum(["utf-8", "utf-16le", "utf-16be", "latin-1"]).nullable(),
    }),
    problems: missing,
  },
  "PUT /api/sessions/:id/file": {
    tag: "files",
    summary: "Save a file, unless it has changed since it was read",
    params: sessionParams,
    body: z.object({
      path: workspacePath.min(1),
      text: z.string().max(fileLimit),
      before: hash.nullable().meta({ description: "the hash that was read; null: it is to be new" }),
    }),
    limit: 2 * fileLimit,
    intent: true,
    status: 202,
    answer: landed.extend({ hash }),
    problems: ["precondition-failed", "key-reused", "newer", "low-space", ...missing],
  },
  "POST /api/blobs": {
    tag: "files",
    summary: "Upload an attachment: an image, a PDF or text, detected from its bytes",
    query: z.object({ name: z.string().min(1).max(1000) }),
    body: "bytes",
    limit: attachmentLimit,
    status: 201,
    answer: attachment.required({ mediaType: true }),
    problems: ["too-large", "unsupported-media", "low-space"],
  },
  "GET /api/sessions/:id/blobs/:hash": {
    tag: "files",
    summary: "The bytes of a blob that the session references",
    params: sessionParams.extend({ hash }),
    status: 200,
    answer: "bytes",
    problems: ["damaged", ...missing],
  },
  "GET /api/directories": {
    tag: "files",
    summary: "The subdirectories of a directory on this machine, to choose a workspace",
    query: z.object({ path: z.string().max(4096).optional() }),
    status: 200,
    answer: z.object({
      path: z.string(),
      parent: z.string().nullable(),
      directories: z.array(z.object({ name: z.string(), path: z.string(), project: z.boolean() })),
      more: z.boolean(),
    }),
    problems: ["not-found", "invalid", "forbidden"],
  },
})
