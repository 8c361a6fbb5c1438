import { saveFile } from "../../agent/save-file.ts"
import type { fileEndpoints } from "../contract/files.ts"
import { fileHeaders } from "../file-answer.ts"
import type { Handlers } from "../handler.ts"
import type { House } from "../house.ts"
import { HttpProblem } from "../http-problem.ts"
import { openLanes } from "../lanes.ts"
import { openLine } from "../line.ts"
import { keepAttachment } from "./files/attachment.ts"
import { directoriesIn } from "./files/directories.ts"
import { findFiles } from "./files/find.ts"
import { groundOf } from "./files/ground.ts"
import { kindOf, shownTypes } from "./files/kind.ts"
import { namedBlobs } from "./files/named-blobs.ts"
import { readFile } from "./files/read.ts"
import { listDirectory } from "./files/tree.ts"

/** How many sessions may be searched at a time, and how many wait: each search reads a whole tree. */
const searchRoom = { running: 2, waiting: 16 } as const

export const fileHandlers = (house: House): Handlers<keyof typeof fileEndpoints> => {
  const { store } = house
  const oneByOne = openLanes()
  const named = namedBlobs(store)
  const finds = openLanes()
  const searches = openLine(searchRoom)
  return {
    "GET /api/sessions/:id/files": async ({ params: { id }, query: { path, find }, request }) => {
      const ground = await groundOf(house, id)
      return find === undefined
        ? listDirectory(ground, path)
        : // Whoever types asks many times: one search at a time, and none for what nobody waits for any more.
          finds(id, async () => {
            const found = await searches(async () => {
              request.signal.throwIfAborted()
              return findFiles(ground, { path, find, signal: request.signal })
            })
            if (found === "busy") throw tooManySearches()
            return found
          })
    },

    "GET /api/sessions/:id/file": async ({ params: { id }, query: { path } }) =>
      readFile(await groundOf(house, id), path),

    "PUT /api/sessions/:id/file": ({ params: { id }, body, request: { by, key } }) =>
      oneByOne(id, async () => {
        const { relative, ...ground } = await groundOf(house, id)
        const save = { ...body, path: relative(body.path), by, key }
        const saved = await saveFile({ store, session: id, ...ground }, save)
        if (saved.did === "saved") return { seq: saved.seq, hash: saved.hash }
        const what = saved.found === null ? "is not there any more" : "is not what you saw"
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
        // What a hash names never changes; whether this person may have it is asked each time.
        "cache-control": "private, no-cache",
        etag: `"${hash}"`,
      }
      return new Response(new Uint8Array(bytes), { headers })
    },

    "GET /api/directories": ({ query: { path } }) => directoriesIn(house, path),
  }
}

function tooManySearches(): HttpProblem {
  const message = "Many sessions are being searched. Try again in a moment."
  return new HttpProblem("busy", message, { headers: { "retry-after": "1" } })
}
