import { saveFile } from "../../agent/sessions/save-file.ts"
import type { fileEndpoints } from "../contract/files.ts"
import type { Handlers } from "../handler.ts"
import { fileHeaders } from "../http/file-response.ts"
import { HttpProblem } from "../http/http-problem.ts"
import { createKeyedMutex } from "../keyed-mutex.ts"
import { createSemaphore } from "../semaphore.ts"
import type { ServerContext } from "../server-context.ts"
import { keepAttachment } from "./files/attachment.ts"
import { directoriesIn } from "./files/directories.ts"
import { fileContextOf } from "./files/file-context.ts"
import { findFiles } from "./files/find-files.ts"
import { kindOf, shownTypes } from "./files/kind.ts"
import { namedBlobs } from "./files/named-blobs.ts"
import { readFile } from "./files/read-file.ts"
import { listDirectory } from "./files/tree.ts"

/** How many searches run and wait: each reads a whole tree. */
const searchRoom = { running: 2, waiting: 16 } as const

export const fileHandlers = (server: ServerContext): Handlers<keyof typeof fileEndpoints> => {
  const { store } = server
  const oneByOne = createKeyedMutex()
  const named = namedBlobs(store)
  const finds = createKeyedMutex()
  const searches = createSemaphore(searchRoom)
  return {
    "GET /api/sessions/:id/files": async ({ params: { id }, query: { path, find }, request }) => {
      const context = await fileContextOf(server, id)
      return find === undefined
        ? listDirectory(context, path)
        : // Typing sends many searches: run one at a time, and none whose request was aborted.
          finds(id, async () => {
            const found = await searches(async () => {
              request.signal.throwIfAborted()
              return findFiles(context, { path, find, signal: request.signal })
            })
            if (found === "busy") throw tooManySearches()
            return found
          })
    },

    "GET /api/sessions/:id/file": async ({ params: { id }, query: { path } }) =>
      readFile(await fileContextOf(server, id), path),

    "PUT /api/sessions/:id/file": ({ params: { id }, body, request: { by, key } }) =>
      oneByOne(id, async () => {
        const { relative, ...context } = await fileContextOf(server, id)
        const save = { ...body, path: relative(body.path), by, key }
        const saved = await saveFile({ store, session: id, ...context }, save)
        if (saved.did === "saved") return { seq: saved.seq, hash: saved.hash }
        const what = saved.found === null ? "no longer exists" : "has changed since you read it"
        throw new HttpProblem("precondition-failed", `${body.path} ${what}: nothing was saved. Read it again.`, {
          details: { path: body.path, hash: saved.found },
        })
      }),

    "POST /api/blobs": ({ query: { name }, request }) => keepAttachment(store, name, request.bytes()),

    "GET /api/sessions/:id/blobs/:hash": async ({ params: { id, hash } }) => {
      await named.check(id, hash)
      const bytes = await store.blob(hash)
      const kind = kindOf(bytes)
      const type = kind === undefined ? "application/octet-stream" : shownTypes[kind]
      const isImage = type.startsWith("image/")
      const headers = {
        ...fileHeaders(isImage ? "inline" : "attachment", `${hash.slice(0, 16)}.${kind ?? "bin"}`),
        "content-type": type,
        "content-length": String(bytes.length),
        // Content under a hash never changes, but permission to read it is checked each time.
        "cache-control": "private, no-cache",
        etag: `"${hash}"`,
      }
      return new Response(new Uint8Array(bytes), { headers })
    },

    "GET /api/directories": ({ query: { path } }) => directoriesIn(server, path),
  }
}

function tooManySearches(): HttpProblem {
  const message = "Too many file searches are running. Try again in a moment."
  return new HttpProblem("busy", message, { headers: { "retry-after": "1" } })
}
