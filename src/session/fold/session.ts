import { emptyState, emptyTurn } from "../empty-state.ts"
import type { PermissionMode } from "../event/common.ts"
import { origin, ruleCounts } from "../event/session.ts"
import { fieldsOf, present, type Reducers } from "./draft.ts"

/** Permission modes from the least to the most that an agent may do without being asked. */
const privilege: readonly PermissionMode[] = ["read-only", "prompt", "workspace-write", "danger-full-access", "allow"]

/** The mode that allows less. */
function lowerMode(a: PermissionMode, b: PermissionMode): PermissionMode {
  return privilege.indexOf(a) <= privilege.indexOf(b) ? a : b
}

const originFields = fieldsOf(origin)
const ruleCountFields = fieldsOf(ruleCounts)

export const sessionReducers: Reducers<
  "session.opened" | "session.configured" | "session.described" | "session.owned"
> = {
  "session.opened": ({ log, branch }, { at, data }) => {
    log.openedAt = at
    log.workspace = data.workspace
    log.project = data.project
    log.parent = data.parent ? originFields(data.parent) : null
    log.startedBy = data.startedBy ? originFields(data.startedBy) : null
    if (data.title !== undefined) {
      log.title = data.title
      log.titled = true
    }
    if (!data.parent) return
    // A fork inherits the conversation, not what was going on: privileges, owner and open work stay with the parent.
    const fresh = emptyState("").log
    log.permission = { ...log.permission, mode: lowerMode(log.permission.mode, fresh.permission.mode) }
    log.grants = []
    log.server = null
    log.owner = null
    log.turn = null
    log.intents = emptyTurn.intents
    log.inputs = fresh.inputs
    branch.waiting = []
    log.asks = fresh.asks
    log.usage = fresh.usage
    log.pinned = false
    log.archived = false
    log.trashed = false
  },

  "session.configured": ({ log }, { seq, data }) => {
    const { model, baseUrl, mode, effort, permissionMode, ...permission } = data
    if (model !== undefined) {
      log.model = model
      log.modelAt = seq
    }
    if (baseUrl !== undefined) log.server = baseUrl === null ? null : { baseUrl, at: seq }
    if (mode !== undefined) log.mode = mode
    if (effort !== undefined) log.effort = effort
    const recorded = present({
      prompting: permission.prompting,
      ruleCounts: permission.ruleCounts && ruleCountFields(permission.ruleCounts),
      rulesSource: permission.rulesSource,
    })
    log.permission = {
      ...log.permission,
      ...recorded,
      ...(Object.keys(recorded).length > 0 ? { rulesAt: seq } : {}),
      ...(permissionMode ? { mode: permissionMode, modeAt: seq } : {}),
    }
  },

  "session.described": ({ log }, { data }) => {
    if (data.title !== undefined) {
      log.title = data.title
      log.titled = true
    }
    log.tags = data.tags ?? log.tags
    log.pinned = data.pinned ?? log.pinned
    log.archived = data.archived ?? log.archived
    log.trashed = data.trashed ?? log.trashed
  },

  "session.owned": ({ log }, { seq, data }) => {
    log.owner = {
      type: data.ownerType,
      path: data.ownerPath,
      host: data.host,
      pid: data.pid ?? null,
      epoch: data.epoch,
      seq,
    }
  },
}
