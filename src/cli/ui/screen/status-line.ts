import { readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { visibleWidth } from "@earendil-works/pi-tui"
import { oneLine } from "../../../base/plain-words.ts"
import { shortId } from "../../../base/short-id.ts"
import type { Effort } from "../../../session/event/common.ts"
import type { SessionState } from "../../../session/state.ts"
import { contextSize } from "../../../session/view/context-size.ts"
import { costOf } from "../../../session/view/cost.ts"
import { permissionsHere } from "../../../session/view/permission.ts"
import { cut } from "../../text/width.ts"
import { clockOf } from "../transcript/tool-lines.ts"

type Shown = {
  state: SessionState | null
  foreignThrough: number
  /** The model of a session that names none, or of the next one. */
  model: string
  permissionMode: string
  /** Commands run without a sandbox. */
  isUnconfined: boolean
  effort: Effort | null
  branch: string | null
  /** With the keys of vi: what they do now. */
  viMode: "insert" | "normal" | null
  now: number
}

/** Model, mode, permissions, context, tokens, cost, branch, time and session: as many of them as fit. */
export function statusLine(shown: Shown, width: number): string {
  const { state, foreignThrough, model, permissionMode, isUnconfined, effort, branch, viMode, now } = shown
  const mode = state?.branch.stop === null && state.log.turn ? state.branch.workflow.mode : state?.log.mode
  const parts = [
    ...(viMode === "normal" ? ["NORMAL"] : []),
    modelTitle(model),
    ...(effort ? [`effort ${effort}`] : []),
    ...(mode && mode !== "execute" ? [mode] : []),
    state ? permissionsHere(state, foreignThrough).permission.mode : permissionMode,
    ...(isUnconfined ? ["no sandbox"] : []),
    ...usedOf(state),
    ...(branch ? [cut(oneLine(branch), longest.branch)] : []),
    ...workedFor(state, now),
    ...(state ? [shortId(state.id)] : []),
  ]
  let line = cut(parts[0] ?? "", width)
  for (const part of parts.slice(1)) {
    const longer = `${line} · ${part}`
    if (visibleWidth(longer) > width) break
    line = longer
  }
  return line
}

const longest = { model: 32, branch: 24 } as const

/** The name of a model; of a script, the name of its file. */
function modelTitle(model: string): string {
  return cut(oneLine(model).replace(/^scripted:.*\//, "scripted:"), longest.model)
}

/** How long the turn has taken, or took. */
function workedFor(state: SessionState | null, now: number): string[] {
  const from = state?.log.turn?.startedAt
  return from === undefined ? [] : [clockOf(now - Date.parse(from))]
}

function usedOf(state: SessionState | null): string[] {
  if (!state) return []
  const context = contextSize(state)
  const { total } = state.log.usage
  const cost = costOf(total)
  const share = context?.window
    ? [`${Math.round((100 * context.used) / context.window)}% of ${short(context.window)}`]
    : []
  const used = total.input + total.output
  return [
    ...share,
    ...(used > 0 ? [`${short(used)} tokens`] : []),
    ...(cost ? [`$${cost.toFixed(cost < 0.01 ? 4 : 2)}`] : []),
  ]
}

function short(count: number): string {
  if (count < 1000) return String(count)
  return count < 1_000_000
    ? `${Number((count / 1000).toPrecision(3))}k`
    : `${Number((count / 1_000_000).toPrecision(3))}M`
}

/** The branch that is checked out in a project, read as git keeps it; null outside of git. */
export function branchOf(project: string): string | null {
  try {
    const git = join(project, ".git")
    // In a work tree it is a file that names the directory.
    const directory = statSync(git).isDirectory()
      ? git
      : resolve(
          project,
          readFileSync(git, "utf8")
            .replace(/^gitdir:/, "")
            .trim(),
        )
    const head = readFileSync(join(directory, "HEAD"), "utf8").trim()
    return /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? head.slice(0, 8)
  } catch {
    return null
  }
}
