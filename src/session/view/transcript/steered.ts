import { pushBackText, resumedText } from "../push-back-text.ts"
import { tookUntil } from "../took.ts"
import { add, driver, type Shows, settle, update } from "./items.ts"

/** What became of the session: its course, its history, its files and its context. */
export const steeredShows: Shows = {
  "session.opened": (items, { seq, at, data }) => {
    if (data.parent) add(items, { kind: "fork", seq, at, parent: data.parent })
  },
  "session.owned": (items, { seq, at, data }) => {
    const { turn, owner: before, rests } = items.course
    if (turn !== null && !rests) add(items, { kind: "owner", seq, at, turn, owner: driver(data), before })
  },
  "turn.started": (items, { seq, at, turn = null, data }) => {
    const text = resumedText(data)
    if (text !== null) add(items, { kind: "push-back", seq, at, turn, text })
  },
  "workflow.decided": (items, { seq, at, turn = null, data }) => {
    const { kind: as, mode, summary, reasonCode, reasonSummary: reason = summary } = data
    const next = data.scheduledNextMode ?? null
    const isSentToModel = data.message !== undefined
    add(items, { kind: "mode", seq, at, turn, as, mode, summary, reason, reasonCode, next, isSentToModel })
  },
  "workflow.noted": (items, { seq, at, turn = null, data }) => {
    const text = pushBackText(data)
    if (text !== null) add(items, { kind: "push-back", seq, at, turn, text })
  },
  "workflow.artifact-written": (items, { seq, at, by, turn = null, data }) => {
    const { artifact, version, body, summary = null } = data
    add(items, { kind: "artifact", seq, at, turn, by, artifact, version, body, summary, edited: false })
  },
  "workflow.artifact-edited": (items, { seq, at, by, turn = null, data }) => {
    const { artifact, from, body } = data
    add(items, {
      kind: "artifact",
      seq,
      at,
      turn,
      by,
      artifact,
      version: from + 1,
      body,
      summary: null,
      edited: true,
    })
  },
  "turn.stopped": (items, event) => {
    const { seq, at, turn = "", data } = event
    const { code, summary, facts = null, unmet = null, evidence = [], missing = [], during = null } = data
    const by = (code === "cancelled" || code === "superseded" ? items.course.cancel : null) ?? event.by
    settle(items, by)
    const { tally } = items.course
    const took = tally && tookUntil(tally, at)
    add(items, { kind: "stop", seq, at, turn, code, summary, facts, unmet, evidence, missing, during, by, took })
  },

  "workspace.saved": (items, { seq, at, by, data }) => {
    add(items, { kind: "saved", seq, at, by, change: data.change, preImage: data.preImage ?? null })
  },
  "workspace.restore-started": (items, { seq, at, by, data }) => {
    const { turns, files, takesBack } = data
    const paths = files.map(({ path }) => path)
    const as = takesBack === undefined ? "undo" : "redo"
    const going = { state: "running", files: paths, changed: [], left: [] } as const
    items.restores.set(seq, add(items, { kind: "restore", seq, at, by, as, turns, ...going }))
  },
  "workspace.restored": (items, { seq, at, by, data }) => {
    const { started, turns, changed, left = [] } = data
    const restore = items.restores.get(started)
    const done = { state: "done", changed, left } as const
    if (restore) update(restore, done)
    else {
      const files = changed.map(({ path }) => path)
      add(items, { kind: "restore", seq, at, by, as: "undo", turns, files, ...done })
    }
  },
  "history.rewound": (items, { seq, at, by, data }) => {
    add(items, { kind: "rewind", seq, at, by, to: data.to, because: data.because })
  },

  "context.compacted": (items, { seq, at, data }) => {
    const { summary, removed, tokensBefore, tokensAfter, focus = null, reason = null, writtenBy = null } = data
    const how = { tokensBefore, tokensAfter, focus, reason, writtenBy }
    add(items, { kind: "compaction", seq, at, summary, removed, ...how })
  },
  "context.trimmed": (items, { seq, at, data: { tokensBefore, tokensAfter } }) => {
    add(items, { kind: "trim", seq, at, tokensBefore, tokensAfter })
  },
  "context.kept": (items, { seq, at, data }) => {
    add(items, { kind: "kept", seq, at, because: data.because })
  },
}
