import { readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"
import { visibleWidth } from "@earendil-works/pi-tui"
import { oneLine } from "../../../base/plain-words.ts"
import { shortId } from "../../../base/short-id.ts"
import type { SessionState } from "../../../session/state.ts"
import { contextSize } from "../../../session/view/context-size.ts"
import { costOf } from "../../../session/view/cost.ts"
import { permissionsHere } from "../../../session/view/permission.ts"
import { cut } from "../../text/width.ts"

type Shown = {
  state: SessionState | null
  foreignThrough: number
  /** The model of a session that names none, or of the next one. */
  model: string
  permissionMode: string
  branch: string | null
}

/** Model, mode, permissions, context, tokens, cost, branch and session: as many of them as fit. */
export function statusLine({ state, foreignThrough, model, permissionMode, branch }: Shown, width: number): string {
  const mode = state?.branch.stop === null && state.log.turn ? state.branch.workflow.mode : state?.log.mode
  const parts = [
    oneLine(model),
    ...(mode && mode !== "execute" ? [mode] : []),
    state ? permissionsHere(state, foreignThrough).permission.mode : permissionMode,
    ...usedOf(state),
    ...(branch ? [oneLine(branch)] : []),
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
