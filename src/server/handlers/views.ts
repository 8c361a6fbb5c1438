import { contextView } from "../../agent/context/context-view.ts"
import { previewPrompt } from "../../agent/prompt/preview.ts"
import { snapshotTexts } from "../../agent/prompt/prompt-snapshot.ts"
import { nextPrompt, promptDiff, sentPrompt } from "../../agent/prompt/shown-prompt.ts"
import { currentArtifact, putArtifact } from "../../agent/sessions/artifact.ts"
import { sessionChanges } from "../../agent/sessions/session-changes.ts"
import { eventsSinceTurn, findTurn } from "../../agent/sessions/turn-id.ts"
import { workflowEvents } from "../../agent/turn/workflow-events.ts"
import { shortId } from "../../base/short-id.ts"
import { exportPieces } from "../../present/export.ts"
import { HoldfastError } from "../../session/error.ts"
import type { ArtifactKind } from "../../session/event/workflow.ts"
import { completionTrace } from "../../session/view/trace.ts"
import { holdsInputs } from "../../session/view/unfinished.ts"
import { why } from "../../session/view/why.ts"
import { artifactVersions } from "../../workflow/explain/artifact-versions.ts"
import { timelineOf } from "../../workflow/explain/timeline.ts"
import { workflowView } from "../../workflow/explain/workflow-view.ts"
import type { viewEndpoints } from "../contract/views.ts"
import type { Handlers } from "../handler.ts"
import { attachmentHeaders, streamed } from "../http/file-response.ts"
import type { ServerContext } from "../server-context.ts"
import { foldedAt, readingAt, refuseLater } from "./sessions/state-at.ts"

const exported = {
  jsonl: { extension: "jsonl", type: "application/x-ndjson" },
  json: { extension: "json", type: "application/json" },
  markdown: { extension: "md", type: "text/markdown; charset=utf-8" },
} as const

export const viewHandlers = (server: ServerContext): Handlers<keyof typeof viewEndpoints> => {
  const { store } = server
  const looked = async (id: string, at: number | undefined) => {
    const { foreignThrough } = await store.row(id)
    const state = await foldedAt(store, id, at)
    const { directory, configuration, env } = server
    return { state, preview: { store, state, foreignThrough, directory, configuration, path: env.PATH } }
  }
  return {
    "GET /api/sessions/:id/why": async ({ params: { id }, query }) => {
      const { status } = await store.row(id)
      const turn = query.turn === undefined ? undefined : await findTurn(store, id, query.turn)
      const events = await eventsSinceTurn(store, id, turn)
      const now = { driven: status === "running", held: holdsInputs(await store.state(id)) }
      return { why: why(events, { ...now, ...(turn === undefined ? {} : { turn }) }) }
    },

    "GET /api/sessions/:id/timeline": async ({ params: { id }, query: { limit, policy, at } }) => {
      const state = await foldedAt(store, id, at)
      const events = await workflowEvents(readingAt(store, at), state)
      const { ledger, done } = state.branch
      const of = { timeline: timelineOf(events), ledger, attempts: done?.attempts ?? [] }
      return {
        view: workflowView(of, { limit, ...(policy ? { only: "policy" as const } : {}) }),
        artifacts: artifactVersions(events),
        trace: completionTrace(state.branch),
      }
    },

    "GET /api/sessions/:id/artifacts/:kind": async ({ params: { id, kind }, query: { version } }) => {
      const found = await artifactVersion(server, { id, kind, version })
      const text = Buffer.from(await store.blob(found.blob)).toString("utf8")
      return { version: found.version, text, edited: found.by !== null, seq: found.seq }
    },

    "PUT /api/sessions/:id/artifacts/:kind": async ({ params: { id, kind }, body, request: { by, key } }) => {
      if (body.text.trim() === "") throw new HoldfastError("invalid", `The text is empty. The ${kind} was not changed.`)
      const { seq, version } = await putArtifact({ store, state: await store.state(id) }, kind, { ...body, by, key })
      return { seq, version }
    },

    "GET /api/sessions/:id/prompt": async ({ params: { id }, query: { sent, format, brief, at } }) => {
      if (sent && (format !== undefined || brief)) {
        throw new HoldfastError("invalid", "`sent` cannot be combined with `format` or `brief`.")
      }
      const { state, preview } = await looked(id, at)
      return sent ? sentPrompt(store, state) : nextPrompt(id, await previewPrompt(preview, { format, brief }))
    },

    "GET /api/sessions/:id/prompt/diff": async ({ params: { id }, query: { at } }) =>
      promptDiff(store, await foldedAt(store, id, at)),

    "GET /api/sessions/:id/context": async ({ params: { id }, query: { at } }) => {
      const { state, preview } = await looked(id, at)
      const next = await previewPrompt(preview, { format: undefined, brief: false })
      if (at === undefined) return contextView(store, state, next)
      // Prompt files on disk may have changed since: show what was sent.
      const sections = next.last ? await snapshotTexts(next.last, store) : []
      return contextView(readingAt(store, at), state, { ...next, sections })
    },

    "GET /api/sessions/:id/changes": async ({ params: { id }, query: { at, ...query } }) => {
      const row = await store.row(id)
      refuseLater(row, at)
      return sessionChanges(readingAt(store, at), row, query)
    },

    "GET /api/sessions/:id/export": async ({ params: { id }, query, request }) => {
      const { extension, type } = exported[query.format]
      const row = await store.row(id)
      const name = `holdfast-${shortId(id)}.${extension}`
      return streamed(exportPieces(store, row, query), {
        headers: { "content-type": type, ...attachmentHeaders(name) },
        broken: (error) => {
          request.node.outgoing.destroy()
          server.log.error("an export failed midway", { request: request.id, session: id, error })
        },
      })
    },

    "GET /api/search": ({ query: { q, typing, limit, project, session, cursor } }) =>
      store.search({
        text: q,
        limit,
        prefixLast: typing,
        ...(project === undefined ? {} : { project }),
        ...(session === undefined ? {} : { session }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
  }
}

async function artifactVersion(
  { store }: ServerContext,
  { id, kind, version }: { id: string; kind: ArtifactKind; version: number | undefined },
) {
  const state = await store.state(id)
  const wanted = version ?? currentArtifact(state, kind).version
  const versions = artifactVersions(await workflowEvents(store, state))
  const found = versions.findLast((one) => one.artifact === kind && one.version === wanted)
  if (found) return found
  throw new HoldfastError("not-found", `The ${kind} of this task has no version ${wanted}.`)
}
